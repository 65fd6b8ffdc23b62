package search

import (
	"io"
	"sync"

	"dendro/backend/transcript"
)

// callNames are the tools of a file's calls by their ids: results say only
// which call they belong to. They are read when a query first asks for a tool
// and a result of the file matches.
type callNames struct {
	once sync.Once
	name map[string]string
}

// toolOf returns the tool whose call a result belongs to, "" where the file
// does not hold the call.
func (w *worker) toolOf(call transcript.Value) string {
	id := call.String()
	if id == "" {
		return ""
	}
	s := w.s
	s.mu.Lock()
	c := s.calls[w.entry]
	if c == nil {
		c = &callNames{}
		s.calls[w.entry] = c
	}
	s.mu.Unlock()
	c.once.Do(func() { c.name = w.readCalls() })
	return c.name[id]
}

func (w *worker) readCalls() map[string]string {
	names := map[string]string{}
	var d transcript.Decoder // the worker's own holds the record at hand
	note := func(_ *transcript.Line, r *transcript.Record, err error) {
		if err != nil || r.Kind != transcript.KindAssistant {
			return
		}
		for i := range r.Blocks {
			if b := &r.Blocks[i]; b.Kind == transcript.BlockToolUse {
				names[b.ToolID.String()] = b.Name
			}
		}
	}
	lines := transcript.NewLines(io.NewSectionReader(w.file.src, 0, 1<<62), 0, nil)
	for lines.Next() && w.s.ctx.Err() == nil {
		if line := lines.Line(); transcript.MayCall(line.Text) {
			d.Records(line, note)
		}
	}
	return names
}
