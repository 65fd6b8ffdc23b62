package transcript

import (
	"slices"
	"strings"
	"testing"

	"dendro/backend/jsonl"
)

// TestLoose checks the ids that records point to and that the file lacks, wherever the
// first read of the file ended.
func TestLoose(t *testing.T) {
	line := func(id, parent, logical string) string {
		link := func(id string) string {
			if id == "" {
				return "null"
			}
			return `"` + uuidOf(id) + `"`
		}
		return `{"type":"user","uuid":` + link(id) + `,"parentUuid":` + link(parent) + `,"logicalParentUuid":` + link(logical) + "}\n"
	}
	for _, tt := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"nothing", []string{line("1", "", ""), line("2", "1", "")}, nil},
		{"a parent that is gone", []string{line("1", "9", ""), line("2", "1", "")}, []string{"9"}},
		{"what a compaction stands behind", []string{line("1", "", ""), line("2", "", "8")}, []string{"8"}},
		{"a parent that comes later", []string{line("1", "3", ""), line("2", "1", ""), line("3", "", "")}, nil},
		{"one that is its own", []string{line("1", "1", "")}, nil},
		{"a circle", []string{line("1", "2", ""), line("2", "1", "")}, nil},
		{"a record that stands twice keeps its first link", []string{line("1", "", ""), line("1", "9", "")}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var want []ID
			for _, id := range tt.want {
				parsed, _ := ParseID(uuidOf(id))
				want = append(want, parsed)
			}
			for cut := range len(tt.lines) + 1 {
				var d Decoder
				z := NewSummarizer()
				offset := int64(0)
				for i, text := range tt.lines {
					if i == cut {
						z, _ = Continue(z.Summary())
					}
					lines := jsonl.NewLines(strings.NewReader(text), offset, nil)
					for lines.Next() {
						z.Line(&d, lines.Line(), nil)
					}
					offset += int64(len(text))
				}
				if got := z.Summary().Loose; !slices.Equal(got, want) {
					t.Errorf("continued at %d: %x, want %x", cut, got, want)
				}
			}
		})
	}
}

// uuidOf returns a uuid that ends with a digit.
func uuidOf(digit string) string { return "00000000-0000-4000-8000-00000000000" + digit }
