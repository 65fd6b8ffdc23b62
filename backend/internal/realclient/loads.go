package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dendro/backend/internal/release"
)

// loadsSince is the first version whose rule `loads` follows.
const loadsSince = "2.1.120"

// endsCallsSince is the first version that sends calls without a result, like `loads`;
// older ones drop them.
const endsCallsSince = "2.1.300"

// loaded compares the messages that a version loads of a session with Dendro's prediction
// for the newest one: from loadsSince on the last record and all messages. For older
// versions the contract only promises the last prompt.
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
	if release.Older(reader, loadsSince) {
		c.same(name+" prompt above the active leaf", lastPrompt(sent), h.labelSince(got.ActiveLeaf))
		return
	}
	compared := func(all []piece) []piece { return all }
	if release.Older(reader, endsCallsSince) {
		compared = withoutOpenCalls(h.contents(slices.Collect(maps.Keys(h.byUUID))))
	}
	sent = compared(sent)
	// A reminder alone, as left by /rename, is not compared.
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

// withoutOpenCalls returns a filter that drops calls without a result in the whole file.
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

// lastPrompt returns the label of the last prompt that was sent, "" if only a summary is
// left.
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

// recorded keeps only user and assistant records, without the client's texts for
// attachments and system records, and those it makes up while loading.
func (h history) recorded(sent []piece) []piece {
	held := map[piece]bool{}
	for _, r := range h.records {
		if r.Type != "user" && r.Type != "assistant" { // later versions also store copies of their requests
			continue
		}
		for _, p := range pieces(r.Message) {
			held[p] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(sent), func(p piece) bool { return !held[p] })
}

// contents returns the contents of records, in the order of their uuids.
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

// brief formats pieces for a readable message.
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
