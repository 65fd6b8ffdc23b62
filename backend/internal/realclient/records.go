package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
)

// record is the examined part of a transcript's line.
type record struct {
	Type          string  `json:"type"`
	UUID          string  `json:"uuid"`
	Parent        string  `json:"parentUuid"`
	LogicalParent string  `json:"logicalParentUuid"`
	IsMeta        bool    `json:"isMeta"`
	IsSidechain   bool    `json:"isSidechain"`
	IsSummary     bool    `json:"isCompactSummary"`
	Message       message `json:"message"`
	Attachment    struct {
		Type   string `json:"type"`
		Prompt blocks `json:"prompt"`
	} `json:"attachment"`
}

// readRecords reads the records of a transcript, including those glued to a torn line: it
// tries every position where an object may begin.
func readRecords(path string) ([]record, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []record
	for line := range bytes.Lines(data) {
		all = append(all, recordsOf(line)...)
	}
	return all, nil
}

func recordsOf(line []byte) (found []record) {
	for len(line) > 0 {
		start := bytes.IndexByte(line, '{')
		if start < 0 {
			break
		}
		line = line[start:]
		decoder := json.NewDecoder(bytes.NewReader(line))
		var r record
		if decoder.Decode(&r) != nil || r.Type == "" {
			line = line[1:]
			continue
		}
		found = append(found, r)
		line = line[decoder.InputOffset():]
	}
	return found
}

// prompt returns the label if the record is a prompt, or "".
func (r record) prompt() string {
	content := r.Message.Content
	switch {
	case r.IsMeta || r.IsSidechain || r.IsSummary:
		return ""
	case r.Type == "attachment" && r.Attachment.Type == "queued_command":
		content = r.Attachment.Prompt
	case r.Type != "user":
		return ""
	}
	for _, b := range content {
		if b.Type != "text" || quoting.MatchString(b.Text) || strings.Contains(b.Text, summaryMark) {
			continue
		}
		if label := labelOf(b.Text); strings.HasPrefix(label, "Q") {
			return label
		}
	}
	return ""
}

// history is the records of one transcript, by uuid. The first copy counts.
type history struct {
	records []record
	byUUID  map[string]record
}

func readHistory(path string) (history, error) {
	records, err := readRecords(path)
	h := history{records, map[string]record{}}
	for _, r := range records {
		if _, seen := h.byUUID[r.UUID]; !seen && r.UUID != "" {
			h.byUUID[r.UUID] = r
		}
	}
	return h, err
}

// labelAbove returns the label of the nearest prompt at or above a record.
func (h history) labelAbove(uuid string) string {
	return h.walkUp(uuid, func(r record) bool { return r.prompt() != "" }).prompt()
}

// labelSince is the same, but "" if a summary is nearer.
func (h history) labelSince(uuid string) string {
	return h.walkUp(uuid, func(r record) bool { return r.prompt() != "" || r.summary() != "" }).prompt()
}

// walkUp follows the links of a record until a match.
func (h history) walkUp(uuid string, found func(record) bool) record {
	seen := map[string]bool{}
	for uuid != "" && !seen[uuid] {
		seen[uuid] = true
		r := h.byUUID[uuid]
		if found(r) {
			return r
		}
		if uuid = r.Parent; uuid == "" {
			uuid = r.LogicalParent
		}
	}
	return record{}
}

// order returns the index of each prompt's first record.
func (h history) order() map[string]int {
	first := map[string]int{}
	for i, r := range h.records {
		if label := r.prompt(); label != "" {
			if _, seen := first[label]; !seen {
				first[label] = i
			}
		}
	}
	return first
}

// summary returns the text if the record is a summary, or "".
func (r record) summary() string {
	for _, p := range pieces(r.Message) {
		if r.Type == "user" && p.Kind == "text" && strings.Contains(p.Text, summaryMark) {
			return p.Text
		}
	}
	return ""
}

// summaries counts the compactions by their summaries.
func (h history) summaries() int {
	seen := map[string]bool{}
	for _, r := range h.records {
		if text := r.summary(); text != "" {
			seen[text] = true
		}
	}
	return len(seen)
}
