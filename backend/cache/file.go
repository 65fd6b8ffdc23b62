package cache

import (
	"errors"
	"time"
	"unsafe"

	"dendro/backend/transcript"
)

// File is what is kept of one session or agent file.
type File struct {
	Root, Path string // as package scan names them
	ID         string
	Agent      bool
	Owner, Run string
	Meta       transcript.AgentMeta
	Size       int64
	ModTime    time.Time
	Inode      uint64
	Changed    int64
	Print      uint64 // of scan.Result
	Unique     bool   // no uuid stands twice in it
	Summary    *transcript.Summary
}

// errDamaged is what stands for everything that was not written like this.
var errDamaged = errors.New("the cache is damaged")

// file writes the description of a file without its nodes: the texts of the one
// are kept together, the other are numbers.
func (w *writer) file(f *File) {
	w.text(f.Root, f.Path, f.ID, f.Owner, f.Run)
	w.flag(f.Agent)
	w.text(f.Meta.Type, f.Meta.Description, f.Meta.ToolUseID, f.Meta.ParentAgent, f.Meta.Model)
	w.int(int64(f.Meta.Depth))
	w.int(f.Size)
	w.int(f.ModTime.Unix())
	w.int(int64(f.ModTime.Nanosecond()))
	w.uint(f.Inode)
	w.int(f.Changed)
	w.uint(f.Print)
	w.flag(f.Unique)
	w.summary(f.Summary)
}

// decodeFile returns a file whose texts and nodes are used where they lie, in
// text and nodes: neither may change.
func decodeFile(text []byte, nodes []transcript.Node) (File, error) {
	r := &reader{s: unsafe.String(unsafe.SliceData(text), len(text))}
	var f File
	r.text(&f.Root, &f.Path, &f.ID, &f.Owner, &f.Run)
	f.Agent = r.flag()
	r.text(&f.Meta.Type, &f.Meta.Description, &f.Meta.ToolUseID, &f.Meta.ParentAgent, &f.Meta.Model)
	f.Meta.Depth = int(r.int())
	f.Size = r.int()
	f.ModTime = time.Unix(r.int(), r.int())
	f.Inode = r.uint()
	f.Changed = r.int()
	f.Print = r.uint()
	f.Unique = r.flag()
	f.Summary = r.summary()
	if len(nodes) > 0 {
		f.Summary.Nodes = nodes
	}
	if r.bad || r.s != "" {
		return File{}, errDamaged
	}
	for i := range f.Summary.Nodes { // what others index by
		n := &f.Summary.Nodes[i]
		if int(n.Branch) >= len(f.Summary.Branches) || int(n.Model) > len(f.Summary.Models) ||
			n.Session != 1<<16-1 && int(n.Session) >= len(f.Summary.SessionIDs) {
			return File{}, errDamaged
		}
	}
	if len(f.Summary.SessionOf) != len(f.Summary.SessionIDs) || len(f.Summary.NamedAt) != len(f.Summary.NamedAgents) {
		return File{}, errDamaged
	}
	return f, nil
}
