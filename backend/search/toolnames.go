package search

import (
	"io"
	"sync"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// callNames maps the results of a file to the tools of their calls. It is loaded when a query
// first filters by tool and a result of the file matches.
type callNames struct {
	once sync.Once
	name map[resultAt]string
}

// resultAt identifies a tool_result block.
type resultAt struct {
	record transcript.ID
	block  int
}

// toolOf returns the tool of a result block's call, "" if the file does not contain the call.
func (w *worker) toolOf(record transcript.ID, block int) string {
	s := w.s
	s.mu.Lock()
	c := s.calls[w.entry]
	if c == nil {
		c = &callNames{}
		s.calls[w.entry] = c
	}
	s.mu.Unlock()
	c.once.Do(func() { c.name = w.readCalls() })
	return c.name[resultAt{record, block}]
}

func (w *worker) readCalls() map[resultAt]string {
	pairing := transcript.NewFilePairing()
	var tools []string       // by call
	var d transcript.Decoder // the worker's own decoder holds the current record
	note := func(_ *jsonl.Line, r *transcript.Record, err error) {
		if err != nil || !r.Kind.Turn() {
			return
		}
		pairing.Add(r, func(block int, _ int32, isNew bool) {
			if isNew {
				tools = append(tools, r.Blocks[block].Name)
			}
		})
	}
	lines := jsonl.NewLines(io.NewSectionReader(w.file.src, 0, 1<<62), 0, nil)
	for lines.Next() && w.s.ctx.Err() == nil {
		// Results refer to the ids of their calls as tool_use_id.
		if line := lines.Line(); transcript.MayCall(line.Text) {
			d.Records(line, note)
		}
	}
	pairing.Settle()
	names := make(map[resultAt]string, len(pairing.Results))
	for i := range pairing.Calls {
		c := &pairing.Calls[i]
		for _, a := range append(c.More, c.First) {
			if a.Record >= 0 {
				names[resultAt{pairing.Results[a.Block].Record, pairing.Results[a.Block].Block}] = tools[i]
			}
		}
	}
	return names
}
