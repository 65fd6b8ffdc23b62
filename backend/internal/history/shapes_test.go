package history_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"dendro/backend/internal/history"
)

// shaped is the examined part of a record.
type shaped struct {
	Type, UUID, ParentUUID, LogicalParentUUID, SessionID, RequestSessionID, PromptID string
	IsSidechain                                                                      bool
	Message                                                                          struct{ ID string }
	CompactMetadata                                                                  struct{ PreservedMessages struct{ UUIDs []string } }
}

// oddities are the reported oddities, by their traces in a file.
var oddities = map[string]string{
	"a document": `"type":"document"`, "where a picture comes from": "[Image: source: ", "zero bytes": "\x00", "an output in a file of its own": "persistedOutputPath",
	"a record without a time": `"timestamp":null`, "an error of the API": `"api_error"`, "a message": "teammate-message", "an id of many calls": `"call_1"`,
}

// meet counts the shapes of records in the files of a history.
func meet(shapes map[string]int, h *history.Home) {
	wrote := map[string]string{} // session by message
	asked := map[string]string{} // promptId by prompt
	in := map[string]string{}    // session by record
	files := h.Files()
	for _, s := range h.Sessions() {
		for shape, sign := range oddities {
			if bytes.Contains(files[s.Path()], []byte(sign)) {
				shapes[shape]++
			}
		}
		lines := chainOf(files[s.Path()])
		at := map[string]int{}
		for i, l := range slices.Backward(lines) {
			at[l.UUID] = i
		}
		copied, told := 0, len(lines) > 0 && lines[0].Type == "queue-operation"
		for i, l := range lines {
			count := func(on bool, shape string) bool {
				if on {
					shapes[shape]++
				}
				return on
			}
			if l.IsSidechain {
				continue
			}
			from, known := in[l.UUID]
			if known && from != s.ID {
				copied++
				named := count(l.RequestSessionID != "" && l.RequestSessionID != s.ID, "a copy that names the session of its replies")
				again := count(l.PromptID != asked[l.UUID], "prompts of a copy under one id")
				told = told || named || again
			}
			if m := l.Message.ID; m != "" && wrote[m] != "" && wrote[m] != s.ID {
				count(!known, "a copy known by its messages")
			}
			kept := l.CompactMetadata.PreservedMessages.UUIDs
			if count(len(kept) > 0, "kept messages") {
				count(at[l.LogicalParentUUID] < at[kept[0]], "a summary up to a prompt")
			}
			if parent, here := at[l.ParentUUID]; here && l.ParentUUID != "" {
				count(parent > i, "a prompt behind its reply")
			}
			if !known && l.UUID != "" {
				in[l.UUID], asked[l.UUID] = s.ID, l.PromptID
			}
			if m := l.Message.ID; m != "" && wrote[m] == "" {
				wrote[m] = s.ID
			}
		}
		if copied > 0 && !told {
			shapes["a fork without any of these"]++
		} else if copied > 0 && lines[0].Type == "queue-operation" {
			shapes["a question that went through the queue first"]++
		}
	}
}

func chainOf(data []byte) []shaped {
	var lines []shaped
	for line := range bytes.Lines(data) {
		var l shaped
		if json.Unmarshal(line, &l) == nil && (l.UUID != "" || strings.HasPrefix(l.Type, "queue")) {
			lines = append(lines, l)
		}
	}
	return lines
}
