// Package lineage decides which record continues which inside one file. It is pure: it maps
// the facts of the file's records to [Links].
//
// Claude Code writes a parentUuid into every record. That alone is not the conversation:
// compactions, hooks, torn writes, /clear and the client's own copies split one
// conversation, and nearly all records with several children are recording noise. Links
// hold
//
//   - the predecessor of each record (Up), and which record repeats which (relink.go,
//     repeats.go);
//   - the rewinds (rewind.go);
//   - the records of the branch to a record, in order ([Links.Branch]);
//   - the record that `claude --resume` continues from, by the version of the client
//     (leaf.go), and the records that it sends ([Links.LoadsBy]);
//   - the records that a client needs to continue from any other record
//     ([Links.Chain]), all of them or without some turns ([Links.Without]);
//   - the beginnings of compactions, and the first records of inline sidechains.
//
// Tree, thread, comparison, export, search and resume walk these links and have no rules of
// their own. Rules name the versions of Claude Code that they hold for.
package lineage
