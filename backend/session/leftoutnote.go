package session

import (
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/google/uuid"

	"dendro/backend/lineage"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

// leaveNote is the record of the new session that names the left-out parts.
type leaveNote struct {
	uuid, text string
	line       []byte
	// behind is the record of the compaction that it follows, or None: it is the first. The
	// client loads nothing that precedes a compaction.
	behind int32
	// early are the records up to that one.
	early map[int32]bool
}

// hangs reports whether a record that stays continues the note.
func (n *leaveNote) hangs(i, parent int32) bool {
	return !n.early[i] && (parent == lineage.None || n.early[parent])
}

// noteSpace makes the ids of notes: one choice at one place always has the same.
var noteSpace = uuid.MustParse("6c9f4f0e-1a0b-5d5c-9a1e-2f5d0c7e58aa")

func (l *leftOut) addNote(links *lineage.Links, chain []int32) {
	n := &leaveNote{behind: lineage.None, early: map[int32]bool{}}
	last := -1
	for k, i := range l.rest.Records {
		f := links.Facts.Nodes[i].Flags
		if f.Has(transcript.FlagBoundary) || last >= 0 && f.Has(transcript.FlagCompactSummary) {
			n.behind, last = i, k
		}
	}
	for _, i := range l.rest.Records[:last+1] {
		n.early[i] = true
	}
	sum := sha256.New()
	for _, i := range l.rest.Records {
		write(sum, "%s %t %t\n", l.names(i), l.outputs[i], l.picture[i])
	}
	write(sum, "%s", l.names(chain[len(chain)-1]))
	n.uuid = uuid.NewSHA1(noteSpace, sum.Sum(nil)).String()
	n.text = message.New("leave_note", "left", Says(l.left)).In(l.language())
	made := l.like
	made.UUID, made.Text = n.uuid, n.text
	if n.behind != lineage.None {
		made.Parent = l.names(n.behind)
	}
	n.line = made.Line()
	l.note = n
}

// write writes to a hash, which cannot fail.
func write(w io.Writer, format string, args ...any) { _, _ = fmt.Fprintf(w, format, args...) }
