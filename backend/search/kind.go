package search

import "dendro/backend/search/query"

// Kind is the kind of text that a hit was found in. Among hits of the same age, lower kinds
// come first.
type Kind uint8

// The kinds of hits.
const (
	KindTitle Kind = iota
	KindPrompt
	KindCommand // slash and bash commands as typed
	KindSummary // the summary of a compacted conversation
	KindReply
	KindTool   // a call: the tool's name and the strings of its input
	KindResult // the output of a tool
	KindThinking
	KindNotice  // API errors, output of local commands, interruptions, …
	KindMessage // sent by other sessions, teammates or the client
	kindCount
)

var kindNames = [kindCount]string{"title", "prompt", "command", "summary", "reply", "tool", "result", "thinking", "notice", "message"}

// String returns the kind's name in the contract.
func (k Kind) String() string { return kindNames[k] }

// kinds is a set of Kinds.
type kinds uint16

func (s kinds) has(k Kind) bool { return s>>k&1 == 1 }

// kindsOf returns the kinds that belong to the given fields.
func kindsOf(f query.Fields) (s kinds) {
	for field, of := range map[query.Fields]kinds{
		query.Titles:   1 << KindTitle,
		query.Prompts:  1<<KindPrompt | 1<<KindMessage | 1<<KindCommand | 1<<KindSummary,
		query.Replies:  1 << KindReply,
		query.Thinking: 1 << KindThinking,
		query.Tools:    1 << KindTool,
		query.Results:  1<<KindResult | 1<<KindNotice,
	} {
		if f&field != 0 {
			s |= of
		}
	}
	return s
}
