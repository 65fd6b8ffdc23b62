package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// loadsSince is the first version whose rule `loads` follows.
const loadsSince = "2.1.120"

// endsCallsSince is the first version that sends calls without a result, as `loads` has
// them; older ones leave them out.
const endsCallsSince = "2.1.300"

// loaded compares what a version loads of a session with what Dendro says
// that the newest one will: from loadsSince on the last record and all of them. Which of
// the last records an older one takes is not promised, only below which prompt.
func (c *checker) loaded(s *session, got sessionJSON, show showJSON, h history) {
	sent, resumed := c.truth.Loaded[s.ID]
	if !resumed {
		return
	}
	name := c.name(s.ID)
	sent = h.recorded(sent)
	reader := c.version
	if c.truth.Reader != "" {
		reader = c.truth.Reader
	}
	if older(reader, loadsSince) {
		c.same(name+" prompt above the active leaf", lastPrompt(sent), h.labelSince(got.ActiveLeaf))
		return
	}
	compared := func(all []piece) []piece { return all }
	if older(reader, endsCallsSince) {
		compared = withoutOpenCalls(h.contents(slices.Collect(maps.Keys(h.byUUID))))
	}
	sent = compared(sent)
	// A reminder alone, as /rename leaves one, is nothing that is compared.
	leaf := compared(pieces(h.walkUp(got.ActiveLeaf, func(r record) bool { return len(compared(pieces(r.Message))) > 0 }).Message))
	if endsWith(sent, leaf) {
		c.passed++
	} else {
		c.same(name+" active leaf", brief(sent[max(0, len(sent)-1):]), brief(leaf))
	}
	if show.Loads == nil {
		c.same(name+" loads", brief(sent), "no such field")
		return
	}
	c.same(name+" loads", brief(sent), brief(compared(h.contents(*show.Loads))))
}

// withoutOpenCalls returns what leaves out calls to which all of a file has no result.
func withoutOpenCalls(file []piece) func([]piece) []piece {
	answered := map[string]bool{}
	for _, p := range file {
		if p.Kind == "result" {
			answered[p.Text] = true
		}
	}
	return func(all []piece) []piece {
		return slices.DeleteFunc(slices.Clone(all), func(p piece) bool { return p.Kind == "call" && !answered[p.Text] })
	}
}

// lastPrompt is the label of the last prompt that was sent, "" where a summary
// is all that is left of them.
func lastPrompt(sent []piece) string {
	label := ""
	for _, p := range sent {
		if p.Kind == "text" && !quoting.MatchString(p.Text) && !strings.Contains(p.Text, summaryMark) {
			if found := labelOf(p.Text); found != "" {
				label = found
			}
		}
	}
	return label
}

// recorded leaves out what is no user or assistant record: what the client makes
// of attachments and system records, and what it makes up while it loads.
func (h history) recorded(sent []piece) []piece {
	held := map[piece]bool{}
	for _, r := range h.records {
		if r.Type != "user" && r.Type != "assistant" { // later versions keep copies of their requests too
			continue
		}
		for _, p := range pieces(r.Message) {
			held[p] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(sent), func(p piece) bool { return !held[p] })
}

// contents are what records hold, in the order of their uuids.
func (h history) contents(uuids []string) []piece {
	var all []piece
	for _, uuid := range uuids {
		all = append(all, pieces(h.byUUID[uuid].Message)...)
	}
	return all
}

func endsWith(all, end []piece) bool {
	return len(end) > 0 && len(end) <= len(all) && slices.Equal(all[len(all)-len(end):], end)
}

// brief writes pieces so that a message can be read.
func brief(all []piece) []string {
	text := make([]string, 0, len(all))
	for _, p := range all {
		what := p.Text
		if i := strings.Index(what, summaryMark); i >= 0 {
			what = what[i:]
		} else if label := labelOf(what); p.Kind == "text" && label != "" && !quoting.MatchString(what) {
			what = label
		}
		text = append(text, fmt.Sprintf("%s %.40s", p.Kind, what))
	}
	return text
}
