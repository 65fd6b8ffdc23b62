package export_test

import (
	"encoding/json"
	"testing"

	"dendro/backend/export"
	"dendro/backend/thread"
)

// nested returns a document with agents that each started the next one.
func nested(depth int) *export.Document {
	rows := []thread.Row{{Kind: "reply", UUID: "last", Text: "done"}}
	for range depth {
		rows = []thread.Row{{Kind: "tool", UUID: "call", Sidechain: &thread.Sidechain{Rows: rows}}}
	}
	return &export.Document{Session: "s", Rows: rows}
}

// TestNestedAgentsAsJSON: the size of a document grows with its agents, not with the square of
// their depth.
func TestNestedAgentsAsJSON(t *testing.T) {
	size := func(depth int) int {
		b, err := export.JSON(nested(depth), export.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var d export.Document
		if err := json.Unmarshal(b, &d); err != nil {
			t.Fatal(err)
		}
		rows, found := d.Rows, 0
		for len(rows) == 1 && rows[0].Sidechain != nil {
			rows, found = rows[0].Sidechain.Rows, found+1
		}
		if found != depth || len(rows) != 1 || rows[0].Text != "done" {
			t.Fatalf("%d agents in the document, want %d, and the reply of the last", found, depth)
		}
		return len(b)
	}
	if n, twice := size(500), size(1000); twice > n*5/2 {
		t.Errorf("%d bytes for 500 agents, %d for 1000", n, twice)
	}
}
