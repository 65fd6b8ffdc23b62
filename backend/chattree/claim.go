package chattree

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"dendro/backend/internal/plain"
	"dendro/backend/transcript"
)

// claim is one session with its files. Several files may have one session id: in two
// project directories, in two roots, or because a sync program left a file beside the
// session. claimsOf alone decides which session each of them is.
type claim struct {
	id     string
	copyOf string // the session id known to the client; "" for the primary file
	own    int    // chain records that the primary file lacks or has with other content; 0 for the primary
	files  []File // its own file, then its duplicates
}

// copyMark separates the session's id from the number of a copy.
const copyMark = "~"

// unnumbered returns a stem without copy numbers: no other session may have the name that a
// copy gets.
func unnumbered(stem string) string {
	for {
		at := strings.LastIndex(stem, copyMark)
		if at <= 0 || at == len(stem)-1 || strings.Trim(stem[at+1:], "0123456789") != "" {
			return stem
		}
		stem = stem[:at]
	}
}

// bears returns the session id of a file.
func (f *File) bears() string { return borneBy(f.ID, f.Summary) }

// borneBy returns the session id of a file's stem or of a side directory: the name itself,
// or the session id that it contains if a sync program or a person renamed it (`ID (1)`,
// `ID.sync-conflict-…`, `Copy of ID`). The records of such a file carry that id; an empty
// file that begins with an id has no records to contradict it. Clients write ids in lower
// case, other systems may change that.
func borneBy(stem string, sum *transcript.Summary) string {
	const n = len("00000000-0000-0000-0000-000000000000")
	stem = unnumbered(stem)
	if len(stem) < n {
		return stem
	}
	if !plain.IsUUID(stem[:n]) {
		for _, id := range sum.SessionIDs {
			if plain.IsUUID(id) && strings.Contains(strings.ToLower(stem), strings.ToLower(id)) {
				return strings.ToLower(id)
			}
		}
		return stem
	}
	id := strings.ToLower(stem[:n])
	carries := slices.ContainsFunc(sum.SessionIDs, func(s string) bool { return strings.EqualFold(s, id) })
	if len(stem) == n || carries || len(sum.SessionIDs) == 0 && len(sum.Nodes) == 0 {
		return id
	}
	return stem
}

// claimsOf decides which sessions the files with one id are. The primary is the file with
// turns, and of several the one with the most chain records, among those whose stem is the id (in lower case, if there is one),
// because clients load no other file by this id. A file whose chain records are all in the
// primary, with the same content, is its duplicate. Any other file is a copy with an id of its own. If no file with
// the plain stem has records, the primary is one that a sync program renamed, under its own
// stem.
func claimsOf(id string, files []File) []claim {
	if len(files) == 1 {
		return []claim{{id: files[0].ID, files: files}}
	}
	files = slices.SortedFunc(slices.Values(files), func(a, b File) int {
		return cmp.Or(cmp.Compare(a.Root, b.Root), cmp.Compare(a.Path, b.Path))
	})
	first := primary(files, id)
	id = files[first].ID
	claims := []claim{{id: id, files: files[first : first+1 : first+1]}}
	var has map[transcript.ID]uint32 // contents
	for i := range files {
		if i == first {
			continue
		}
		if has == nil {
			has = recordsOf(&files[first])
		}
		own := 0
		for k := range files[i].Summary.Nodes {
			n := &files[i].Summary.Nodes[k]
			if content, ok := has[n.ID]; !ok || content != n.Content {
				own++
			}
		}
		if own == 0 {
			claims[0].files = append(claims[0].files, files[i])
			continue
		}
		name := id + copyMark + strconv.Itoa(len(claims)+1)
		claims = append(claims, claim{id: name, copyOf: id, own: own, files: files[i : i+1 : i+1]})
	}
	return claims
}

// primary returns the index of the primary among files with one id.
func primary(files []File, id string) int {
	for _, hasStem := range [...]func(*File) bool{
		func(f *File) bool { return f.ID == id && !f.Summary.Silent() },
		func(f *File) bool { return strings.EqualFold(f.ID, id) && !f.Summary.Silent() },
		func(f *File) bool { return !f.Summary.Silent() },
		func(f *File) bool { return strings.EqualFold(f.ID, id) },
	} {
		first := -1
		for i := range files {
			if hasStem(&files[i]) && (first < 0 || comparePrimary(&files[i], &files[first]) < 0) {
				first = i
			}
		}
		if first >= 0 {
			return first
		}
	}
	return 0
}

// comparePrimary is negative if a is preferred to b as the primary among files with equal
// stems.
func comparePrimary(a, b *File) int {
	no := func(is bool) int {
		if is {
			return 0
		}
		return 1
	}
	// Clients load the file on the disk, unless the archive has more of the conversation.
	return cmp.Or(
		no(a.hasTurns())-no(b.hasTurns()),                       // one of nothing but /exit may have more records
		cmp.Compare(len(b.Summary.Nodes), len(a.Summary.Nodes)), // each uuid is one node
		no(!a.Summary.Silent())-no(!b.Summary.Silent()),
		no(!a.Kept)-no(!b.Kept),
		no(a.atHome())-no(b.atHome()),
		b.ModTime.Compare(a.ModTime),
	)
}

// hasTurns reports whether anything was asked or answered in the file.
func (f *File) hasTurns() bool {
	return slices.ContainsFunc(f.Summary.Nodes, func(n transcript.Node) bool {
		return n.Flags.IsPrompt() || n.Flags.Has(transcript.FlagMessage|transcript.FlagAssistant)
	})
}

// atHome reports whether the file is in the directory that its last working directory
// encodes to.
func (f *File) atHome() bool {
	dirs := f.Summary.CWDs
	return len(dirs) > 0 && transcript.EncodesTo(dirs[len(dirs)-1], path.Base(path.Dir(f.Path)))
}

// recordsOf returns the fingerprints of a file's chain records by id.
func recordsOf(f *File) map[transcript.ID]uint32 {
	has := make(map[transcript.ID]uint32, len(f.Summary.Nodes))
	for i := range f.Summary.Nodes {
		has[f.Summary.Nodes[i].ID] = f.Summary.Nodes[i].Content
	}
	return has
}

// Role describes a file if several files have one session id.
type Role struct {
	Session   string // the session of this file, or the one that it duplicates
	Of        string // the session id known to the client
	Duplicate bool   // another file of the session holds all of this one
	Own       int    // chain records missing from the primary file
}

// addRoles adds the roles of files that are not simply the session of their stem.
func addRoles(roles map[transcript.FileKey]Role, claims []claim) {
	for i := range claims {
		c := &claims[i]
		for k := range c.files {
			f := &c.files[k]
			role := Role{Session: c.id, Of: cmp.Or(c.copyOf, c.id), Duplicate: k > 0, Own: c.own}
			if role.Duplicate || role.Session != f.ID || role.Of != f.ID {
				roles[f.Key()] = role
			}
		}
	}
}
