package mcp

import (
	"context"

	"dendro/backend/session"
)

type compareInput struct {
	A    string `json:"a" jsonschema:"id of a session, or its first 8 characters"`
	ATip string `json:"aTip,omitempty" jsonschema:"the record that the branch ends with, as list_chats names it; the current branch by default"`
	B    string `json:"b" jsonschema:"id of the other session; may be the same with another tip"`
	BTip string `json:"bTip,omitempty" jsonschema:"the same for b"`
}

type comparison struct {
	Common int             `json:"commonTurns"`
	Text   string          `json:"lastCommonPrompt,omitempty"`
	Sides  [2]comparedSide `json:"sides"`
}

// comparedSide is a branch after the common turns: its last turns, and the files that it
// changed most.
type comparedSide struct {
	Session string         `json:"session"`
	Tip     string         `json:"tip"`
	Count   int            `json:"turnCount"`
	Turns   []comparedTurn `json:"lastTurns"`
	Tokens  int64          `json:"tokens"` // without those read from the cache
	Files   []comparedFile `json:"files"`
	More    int            `json:"moreFiles,omitempty"`
}

type comparedTurn struct {
	Number int    `json:"number"`
	Prompt string `json:"prompt"`
	Tools  int    `json:"calls"`
}

type comparedFile struct {
	Path   string `json:"path"`
	Reads  int    `json:"reads,omitempty"`
	Writes int    `json:"writes,omitempty"`
}

// How much of each side is listed.
const comparedTurns, comparedFiles = 12, 25

func compareBranches(ctx context.Context, v *view, in compareInput) (any, error) {
	a, err := v.end(in.A, in.ATip)
	if err != nil {
		return nil, err
	}
	b, err := v.end(in.B, in.BTip)
	if err != nil {
		return nil, err
	}
	c, err := v.Threads.Compare(ctx, a, b)
	if err != nil {
		return nil, err
	}
	short := &comparison{Common: c.Common, Text: c.Text}
	for i := range c.Sides {
		short.Sides[i] = shortSide(&c.Sides[i])
	}
	return short, nil
}

func (v *view) end(name, tip string) (session.End, error) {
	id, err := v.session(name)
	if err != nil {
		return session.End{}, err
	}
	tip, err = v.Names.ResolveRecord(id, tip)
	return session.End{Session: id, Tip: tip}, err
}

func shortSide(s *session.Side) comparedSide {
	short := comparedSide{
		Session: s.Session, Tip: s.Tip, Count: s.TurnCount, Tokens: s.Tokens.Fresh(), Turns: []comparedTurn{}, Files: []comparedFile{},
		More: max(0, len(s.Files)-comparedFiles),
	}
	for _, t := range s.Turns[max(0, len(s.Turns)-comparedTurns):] {
		short.Turns = append(short.Turns, comparedTurn{t.Number, t.Text, t.Tools})
	}
	for _, f := range s.Files[:min(len(s.Files), comparedFiles)] {
		short.Files = append(short.Files, comparedFile{f.Path, f.Reads, f.Writes})
	}
	return short
}
