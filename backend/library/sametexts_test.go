package library_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"dendro/backend/chattree"
	"dendro/backend/internal/testlib"
	"dendro/backend/jsonl"
	"dendro/backend/search"
	"dendro/backend/search/fold"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// recordTexts is what rows show, without white space.
type recordTexts struct {
	of  map[transcript.ID]string // by record: all of it
	all map[string]bool          // each text
	// rows are the text of each row of a record, and of each result.
	rows map[transcript.ID][]string
}

// compact returns a text as it is shown, which is what a search finds, and without white
// space, which rows cut off and joints of texts add.
func compact(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, string(fold.AsShown([]byte(strings.ToValidUTF8(s, "\uFFFD")))))
}

// textsOf returns the texts of rows.
func textsOf(rows []thread.Row, identities chattree.Identities) *recordTexts {
	t := &recordTexts{map[transcript.ID]string{}, map[string]bool{}, map[transcript.ID][]string{}}
	add := func(uuid string, own bool, list ...string) {
		id := identities.Of(testlib.ID(uuid))
		for _, text := range list {
			if text = compact(text); text != "" {
				t.of[id] += text
				t.all[text] = true
				if own {
					t.rows[id] = append(t.rows[id], text)
				}
			}
		}
	}
	for i := range rows {
		r := &rows[i]
		uuid := r.UUID
		if r.Kind == "compaction" && r.SummaryUUID != "" {
			uuid = r.SummaryUUID
		}
		said := r.Text
		for _, prefix := range [...]string{
			transcript.Unsent, transcript.Unsure, transcript.Waits, transcript.Untold, transcript.UnsureTold, transcript.WaitsTold,
		} {
			said = strings.TrimPrefix(said, prefix)
		}
		add(uuid, true, said)
		if r.From != nil {
			add(uuid, false, r.From.Name, r.Subject)
		}
		for _, p := range r.Pictures {
			add(uuid, false, p.Path)
		}
		if r.Tool != nil {
			add(r.UUID, false, r.Tool.Name)
			add(r.UUID, false, stringsIn(r.Tool.Input)...)
			add(r.Tool.ResultUUID, true, r.Tool.Result)
		}
	}
	return t
}

// stringsIn returns the strings of a JSON value.
func stringsIn(data json.RawMessage) (list []string) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			list = append(list, v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	var v any
	if json.Unmarshal(data, &v) == nil {
		walk(v)
	}
	return list
}

// same checks that rows show what a search finds of a file, and a search finds what they
// show of it.
func (z *keeper) same(file string, shown *recordTexts, identities chattree.Identities) {
	z.Helper()
	data, err := os.ReadFile(filepath.Join(z.root, filepath.FromSlash(file)))
	if err != nil {
		z.Fatal(err)
	}
	found := map[transcript.ID]string{}
	parts := map[transcript.ID][]string{} // of the last record with an id: rows show that one
	var x search.Extractor
	var dec transcript.Decoder
	lines := jsonl.NewLines(bytes.NewReader(data), 0, jsonl.NewBuffer(1<<20))
	for lines.Next() {
		dec.Records(lines.Line(), func(_ *jsonl.Line, r *transcript.Record, err error) {
			if err != nil || r.UUID.ID.IsZero() {
				return
			}
			id := identities.Of(r.UUID.ID)
			if r.Kind == transcript.KindQueue && shown.of[id] == "" {
				return // another record repeats it
			}
			parts[id] = nil
			x.Parts(r, func(p *search.Part) {
				if text := compact(string(p.Text())); text != "" {
					found[id] += text
					parts[id] = append(parts[id], text)
				}
			})
		})
	}
	for id, list := range parts {
		for _, text := range list {
			if !strings.Contains(shown.of[id], text) && !shown.all[text] {
				z.Errorf("%s: of %x, %.200q is found, and not shown: %.200q", file, id, text, shown.of[id])
			}
		}
	}
	for id, texts := range found {
		for _, row := range shown.rows[id] {
			if !strings.Contains(texts, row) {
				z.Errorf("%s: of %x, %.200q is shown, and not found: %.200q", file, id, row, texts)
			}
		}
	}
	z.agreed += len(found)
}
