package query

import (
	"fmt"
	"strings"
	"unicode"

	"dendro/backend/message"
)

// keys are the names of filters. "thing:" with any other name is text.
var keys = [...]Key{Project, Tool, File, Branch, Model, PR, Tag, Note, Entry, Is, in, before, after}

// key returns the key of the filter at the current position, "" if there is none.
func (p *parser) key() Key {
	for i := p.pos; i < len(p.in) && i-p.pos < 12; i++ {
		if p.in[i] != ':' {
			continue
		}
		name := strings.ToLower(string(p.in[p.pos:i]))
		for _, k := range keys {
			if name == string(k) {
				if k == Note && (p.at(i+1) == 0 || unicode.IsSpace(p.at(i+1))) {
					return "" // of a text: "Note: the …"
				}
				return k
			}
		}
		return ""
	}
	return ""
}

// filter parses a key and its value.
func (p *parser) filter(key Key, not bool) {
	start := p.pos
	p.pos += len(key) + 1
	p.span(start, p.pos, SpanKey)
	from := p.pos
	var value string
	if p.at(p.pos) == '"' {
		value = p.quoted()
	} else {
		value = p.word()
	}
	kind := SpanValue
	if msg := p.apply(key, strings.TrimSpace(value), not); !msg.IsZero() {
		kind = SpanBad
		p.fail(min(from, max(p.pos-1, start)), p.pos, msg)
	}
	p.span(from, p.pos, kind)
}

// apply adds a filter to the query. It returns a message if that is not possible.
func (p *parser) apply(key Key, value string, not bool) message.Message {
	if value == "" {
		return message.New("query_value_missing", "key", key, "examples", examples(key))
	}
	switch key {
	case in:
		return p.applyIn(value, not)
	case before, after:
		return p.applyTime(key, value, not)
	case Is:
		value = strings.ToLower(value)
		switch value {
		case Leaf, Superseded, Fork, Live, Failed, Agent, Starred, Bookmarked:
		default:
			return message.New("query_is_unknown", "value", value)
		}
	case Project, Tool, File, Branch, Model, PR, Tag, Note, Entry: // any text
	}
	p.q.Filters = append(p.q.Filters, Filter{Key: key, Value: value, Not: not})
	return message.Message{}
}

func (p *parser) applyIn(value string, not bool) message.Message {
	f, err := ParseFields(value)
	if err != nil {
		return message.From(err)
	}
	if not {
		p.q.NotIn |= f
	} else {
		p.q.In |= f
	}
	return message.Message{}
}

func (p *parser) applyTime(key Key, value string, not bool) message.Message {
	t, ok := ParseTime(value, p.now)
	switch {
	case !ok:
		return message.New("query_time_unknown", "value", value, "examples", examples(key))
	case (key == after) != not: // -before:x is after:x
		if t.After(p.q.After) {
			p.q.After = t
		}
	case p.q.Before.IsZero() || t.Before(p.q.Before):
		p.q.Before = t
	}
	return message.Message{}
}

// examples returns a list of example searches with a key.
func examples(key Key) message.Message {
	list := map[Key][]string{
		in: {"in:prompts", "in:tools,results"}, Is: {"is:leaf", "is:live"}, Tool: {"tool:Bash"}, File: {"file:main.go"},
		Branch: {"branch:main"}, Model: {"model:opus"}, Project: {"project:app"}, PR: {"pr:4711"}, Tag: {"tag:release"}, Note: {"note:check"}, Entry: {"entrypoint:cli"},
	}[key]
	if key == before || key == after {
		for _, value := range []string{"2026-03-01", "2026-03", "7d"} {
			list = append(list, fmt.Sprintf("%s:%s", key, value))
		}
	}
	return message.List(list)
}
