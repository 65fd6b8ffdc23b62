// Package lineage decides what follows what inside one file. It is pure: the
// facts of the file's records in, [Links] out.
//
// Claude Code writes for every record what it goes on from (parentUuid). That
// alone is not the conversation: compactions, hooks, torn writes, /clear and the
// client's own copies tear apart what was one, and of the many records with
// several children nearly all are recording noise. Links say
//
//   - what each record goes on from (Up), which record repeats which (relink.go,
//     repeats.go);
//   - where a person went back and asked again (rewind.go);
//   - which records stand on the branch to a record, in which order
//     ([Links.Branch]);
//   - what `claude --resume` goes on from, by the version of the client (leaf.go),
//     and what it sends ([Links.LoadsBy]);
//   - which records a client has to be given to go on from any other
//     ([Links.Chain]);
//   - where compactions begin, and which records open inline sidechains.
//
// Tree, thread, comparison, export, search and resume walk these links and have
// no rule of their own. Rules name the versions of Claude Code that they hold for.
package lineage
