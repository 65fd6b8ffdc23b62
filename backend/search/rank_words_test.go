package search

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWholeWords(t *testing.T) {
	tests := []struct {
		name, text   string
		ranges, want [][2]int
	}{
		{"a stem", "the jitter of clients", [][2]int{{4, 8}, {14, 20}}, [][2]int{{4, 10}, {14, 21}}},
		{"a whole word", "retry_after", [][2]int{{0, 5}}, [][2]int{{0, 5}}},
		{"the end of the text", "refused", [][2]int{{0, 5}}, [][2]int{{0, 7}}},
		{"never into the next range", "clientsideserver", [][2]int{{0, 6}, {10, 16}}, [][2]int{{0, 10}, {10, 16}}},
		{"Chinese", "資料庫遷移", [][2]int{{0, 2}}, [][2]int{{0, 2}}},
		{"accents", "élèves", [][2]int{{0, 4}}, [][2]int{{0, 6}}},
		{"none", "text", [][2]int{}, [][2]int{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			wholeWords(tt.text, tt.ranges)
			if diff := cmp.Diff(tt.want, tt.ranges); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
