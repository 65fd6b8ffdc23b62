package session

import (
	"strings"
	"unicode"

	"dendro/backend/internal/plain"
	"dendro/backend/lineage"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

// chainContent is what the records of a chain hold, read once.
type chainContent struct {
	sent    map[int32]transcript.Sent
	asked   map[int32]int64    // the tokens of the request that a response answers; 0 unknown
	calls   map[int32]toolCall // the call of each record with results
	texts   map[int32]openingText
	model   string // of the last response
	like    transcript.MetaPrompt
	letters letters
}

// toolCall is a call of a tool, as a list names it.
type toolCall struct {
	tool, about string
	agent       bool
}

// openingText is how a record begins that may open a turn.
type openingText struct{ text, kind, time string }

// content reads the records of a chain.
func (d *resumePointBuilder) content(chain []int32) (*chainContent, error) {
	c := &chainContent{
		sent: make(map[int32]transcript.Sent, len(chain)), asked: map[int32]int64{}, calls: map[int32]toolCall{},
		texts: map[int32]openingText{},
	}
	made := map[string]toolCall{} // by the id of the call
	for _, i := range chain {
		if err := d.read(i, func(r *transcript.Record) { c.add(i, r, d.links, made) }); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *chainContent) add(i int32, r *transcript.Record, links *lineage.Links, made map[string]toolCall) {
	c.sent[i] = r.Sent()
	if c.like.Version == "" && r.Version != "" {
		c.like = transcript.MetaPromptLike(r)
	}
	flags := links.Facts.Nodes[i].Flags
	if !flags.Has(transcript.FlagAssistant | transcript.FlagToolResult) {
		text, kind := said(r)
		c.texts[i] = openingText{text, kind, r.Timestamp.String()}
		if flags.Has(transcript.FlagPrompt) {
			c.letters.add(text)
		}
	}
	if flags.Has(transcript.FlagAssistant) && !r.Synthetic() {
		u := r.Tokens()
		c.asked[i] = u.In + u.CacheRead + u.CacheWrite
		if r.Model != "" {
			c.model = r.Model
		}
	}
	for k := range r.Blocks {
		switch b := &r.Blocks[k]; b.Kind {
		case transcript.BlockToolUse:
			tool := b.Name
			about := plain.Cut(plain.Line(transcript.Target(b.Input).Head(4*saidLength)), saidLength)
			made[b.ToolID.String()] = toolCall{plain.Line(transcript.ToolTitle(tool)), about, transcript.StartsAgents(tool)}
		case transcript.BlockToolResult:
			if _, ok := c.calls[i]; !ok {
				c.calls[i] = made[b.ToolID.String()]
			}
		}
	}
}

// letters counts the letters of prompts by the languages that use them.
type letters struct{ kana, han, latin, german int }

func (l *letters) add(text string) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			l.kana++
		case unicode.Is(unicode.Han, r):
			l.han++
		case unicode.IsLetter(r):
			l.latin++
		}
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if germanWords[word] {
			l.german += len(word)
		}
	}
}

// germanWords are frequent words of German that English does not have.
var germanWords = map[string]bool{
	"und": true, "der": true, "das": true, "ist": true, "nicht": true, "ich": true, "bitte": true, "für": true, "mit": true, "auf": true,
	"ein": true, "eine": true, "einen": true, "wir": true, "dass": true, "wie": true, "auch": true, "noch": true, "wird": true, "sind": true,
	"zu": true, "den": true, "dem": true, "von": true, "im": true, "oder": true, "wenn": true, "jetzt": true, "mach": true, "warum": true,
}

// language returns the language of the chat's prompts, or English.
func (c *chainContent) language() string {
	l := c.letters
	switch all := l.kana + l.han + l.latin; {
	case all == 0:
	case 10*l.kana > all: // prompts about code hold many Latin letters
		return "ja"
	case 5*l.han > all:
		return "zh"
	case 10*l.german > all:
		return "de"
	}
	return message.English
}
