package search

import (
	"dendro/backend/search/fold"
	"dendro/backend/search/turns"
)

// roleOf returns the role of a text in its turn by its kind, and whether it has one. A
// subagent's task and replies repeat the call and its result.
func roleOf(k Kind, side bool) (role turns.Role, ok bool) {
	switch k {
	case KindPrompt, KindCommand, KindMessage:
		if side {
			return turns.Call, true
		}
		return turns.Prompt, true
	case KindReply:
		if side {
			return turns.Output, true
		}
		return turns.Reply, true
	case KindTool:
		return turns.Call, true
	case KindResult, KindNotice, KindSummary:
		return turns.Output, true
	case KindTitle, KindThinking:
	}
	return 0, false
}

// turnWords adds the beginning of a text to the words of its turn.
func (b *Builder) turnWords(p *Part) {
	role, ok := roleOf(p.Kind, b.side)
	if !ok {
		return
	}
	if b.headOf != p.Block+1 {
		b.headOf, b.headLeft = p.Block+1, role.Limit()
	}
	if b.headLeft <= 0 {
		return
	}
	text := p.text
	if text == nil {
		b.head = p.Raw.AppendHead(b.head[:0], b.headLeft)
		text = fold.AsShown(b.head)
	}
	text = text[:min(len(text), b.headLeft)]
	b.headLeft -= len(text)
	b.turns.Text(role, text)
}
