package search

import (
	"bytes"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Closing is the end of a turn: its last reply, so far.
type Closing struct {
	UUID string // of the reply; "" if there is none
	Text string // its sentence to show
}

// The last reply of a turn is looked for in the last bytes of the turn: first in few.
const (
	closingBytes    = 32 << 10
	maxClosingBytes = 1 << 20
)

// closing returns the last reply of a turn in a session's own file.
func (z *presenter) closing(doc int32, home *FileInfo) (found Closing) {
	docs := z.r.docs
	from, to := int64(-1), int64(0)
	for _, u := range docs.unitsOf(doc) {
		if docs.pieces[u.piece].info == home {
			if a, b := docs.span(u); a > from {
				from, to = a, b
			}
		}
	}
	z.r.x.mu.Lock()
	entry := z.r.x.files[home.Key]
	z.r.x.mu.Unlock()
	if from < 0 || entry == nil {
		return Closing{}
	}
	file := z.src.get(entry)
	if file == nil || file.stale {
		return Closing{}
	}
	to = min(to, file.size)
	for size := int64(closingBytes); ; size *= 4 {
		start := max(from, to-size)
		var announced bool
		found, announced = z.lastReply(file.src, start, to, start > from)
		if found.UUID != "" && !announced || start == from || size >= maxClosingBytes {
			return found
		}
	}
}

// lastReply returns the last reply in a range of a file. If cut is true, the range begins
// within a line. A reply that only announces a later call is the last choice.
func (z *presenter) lastReply(src Source, from, to int64, cut bool) (found Closing, announced bool) {
	buf := make([]byte, to-from)
	n, _ := src.ReadAt(buf, from)
	buf = buf[:n]
	called := false
	for len(buf) > 0 && (found.UUID == "" || announced) {
		buf = bytes.TrimSuffix(buf, []byte("\n"))
		start := bytes.LastIndexByte(buf, '\n') + 1
		if start == 0 && cut {
			break
		}
		line := jsonl.Line{Offset: from + int64(start), Length: int64(len(buf) - start), Text: buf[start:]}
		z.decoder.Records(&line, func(_ *jsonl.Line, r *transcript.Record, err error) {
			if err != nil {
				return
			}
			c := transcript.ClosingOf(r)
			called = called || c.Calls
			if c.Text == "" {
				return
			}
			if c.Announces && called {
				if found.UUID == "" {
					found, announced = Closing{r.UUID.String(), c.Text}, true
				}
				return
			}
			found, announced = Closing{r.UUID.String(), c.Text}, false
		})
		buf = buf[:start]
	}
	return found, announced
}
