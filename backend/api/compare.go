package api

import (
	"net/http"

	"dendro/backend/library"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// comparisonWire is GET /api/compare.
type comparisonWire struct {
	Seq    uint64      `json:"seq"`
	Common int         `json:"common"` // turns that both begin with
	Text   string      `json:"text"`   // what the last of them is called
	Sides  [2]sideWire `json:"sides"`
}

type sideWire struct {
	Session     string              `json:"session"`
	Tip         string              `json:"tip"`
	TurnCount   int                 `json:"turnCount"`
	Turns       []comparedWire      `json:"turns"` // the first ones
	MS          int64               `json:"ms"`
	Tokens      transcript.Usage    `json:"tokens"`
	AgentTokens transcript.Usage    `json:"agentTokens"` // those of Tokens that agents spent
	Tools       []thread.ToolFigure `json:"tools"`
	Files       []thread.FileFigure `json:"files"`
}

type comparedWire struct {
	Number int    `json:"number"`
	Row    int    `json:"row"`
	Text   string `json:"text"`
	Time   string `json:"time"`
	Tokens int64  `json:"tokens"`
	MS     int64  `json:"ms"`
	Tools  int    `json:"tools"`
}

// maxCompared is how many turns of a side are listed; all are counted.
const maxCompared = 300

// compare answers with what two branches did after they parted.
func (h *handler) compare(r *http.Request) (any, error) {
	q := r.URL.Query()
	a := library.End{Session: q.Get("a"), Tip: q.Get("aTip")}
	b := library.End{Session: q.Get("b"), Tip: q.Get("bTip")}
	if a.Session == "" || b.Session == "" {
		return nil, badRequest("a and b name the sessions to compare")
	}
	seq := h.lib.Seq()
	c, err := h.lib.Compare(r.Context(), a, b)
	if err != nil {
		return nil, err
	}
	w := comparisonWire{Seq: seq, Common: c.Common, Text: called(c.Text)}
	for i := range c.Sides {
		w.Sides[i] = side(&c.Sides[i])
	}
	return w, nil
}

func side(s *library.Side) sideWire {
	w := sideWire{
		Session: s.Session, Tip: s.Tip, TurnCount: len(s.Turns), Turns: []comparedWire{}, MS: s.MS,
		Tokens: s.Tokens, AgentTokens: s.AgentTokens, Tools: s.Tools, Files: s.Files,
	}
	for _, t := range s.Turns[:min(len(s.Turns), maxCompared)] {
		w.Turns = append(w.Turns, comparedWire{
			Number: t.Number, Row: t.Row, Text: called(t.Text), Time: transcript.Stamp(t.Time),
			Tokens: t.Tokens.In + t.Tokens.Out, MS: t.MS, Tools: t.Tools,
		})
	}
	return w
}
