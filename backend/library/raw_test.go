package library_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/library"
)

func TestRawRecord(t *testing.T) {
	h := history.New(37, begin)
	s := h.Session(day())
	prompt := s.Prompt("Grüße " + strings.Repeat("é", 400))
	s.Reply("Done.")
	s.EndTurn()
	s.CustomTitle("Greetings")
	l := scanned(t, write(t, h))

	// In parts, on rune borders, it is the record as it stands in the file.
	var whole strings.Builder
	parts := 0
	for from := 0; from >= 0; parts++ {
		raw, err := l.RawRecord(t.Context(), s.ID, prompt, from, 101)
		if err != nil || raw.From != from {
			t.Fatalf("part from %d: %+v, %v", from, raw, err)
		}
		whole.WriteString(raw.Text)
		from = raw.Next
	}
	var record struct {
		UUID    string `json:"uuid"`
		Message struct {
			Content json.RawMessage `json:"content"`
		} `json:"message"`
	}
	if err := json.Unmarshal([]byte(whole.String()), &record); err != nil || record.UUID != prompt {
		t.Errorf("%d parts give %+v, %v", parts, record, err)
	}
	if parts < 5 || !strings.Contains(whole.String(), "Grüße é") || !strings.Contains(whole.String(), "\n  \"") {
		t.Errorf("%d parts: %.80s", parts, whole.String())
	}

	sides, total, err := l.SideRecords(t.Context(), s.ID, 0, 100)
	if err != nil || total == 0 || len(sides) != total {
		t.Fatalf("%d of %d side records: %v", len(sides), total, err)
	}
	titled := false
	for _, side := range sides {
		raw, err := l.RawRecord(t.Context(), s.ID, side.Ref, 0, 1<<20)
		if err != nil || raw.Next != -1 || !strings.Contains(raw.Text, `"type": "`+side.Type+`"`) {
			t.Errorf("%s: %+v, %v", side.Ref, raw, err)
		}
		titled = titled || strings.Contains(raw.Text, "Greetings")
	}
	if !titled {
		t.Errorf("the title's record is not among %+v", sides)
	}
	if list, n, err := l.SideRecords(t.Context(), s.ID, total-1, 100); err != nil || n != total || len(list) != 1 {
		t.Errorf("the last one: %+v of %d, %v", list, n, err)
	}
	for _, ref := range []string{"side--1", "side-999999", "side-", "side-0x1", "../etc", prompt[1:]} {
		if _, err := l.RawRecord(t.Context(), s.ID, ref, 0, 100); !errors.Is(err, library.ErrNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
}
