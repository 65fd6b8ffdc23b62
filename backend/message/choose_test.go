package message

import (
	"slices"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	tests := []struct {
		chosen, preferred, want string
	}{
		{"", "en-GB de", "en"},
		{"", "fr-FR de-AT", "de"},
		{"", "fr-FR", "en"},
		{"", "C ja", "ja"},
		{"", "", "en"},
		{"", "zh-TW", "en"},
		{"", "zh-Hant-HK zh-SG", "zh"},
		{"", "zh-CN", "zh"},
		{"", "dem-XX", "en"},
		{"de", "en-US", "de"},
		{"xx", "ja-JP", "ja"},
	}
	for _, tt := range tests {
		if got := Choose(tt.chosen, strings.Fields(tt.preferred)); got != tt.want {
			t.Errorf("Choose(%q, %q) = %q, want %q", tt.chosen, tt.preferred, got, tt.want)
		}
	}
	languages := Languages()
	slices.Sort(languages)
	if got := strings.Join(languages, " "); got != "de en ja zh" {
		t.Errorf("Choose knows de, en, ja and zh; the catalogue has %s", got)
	}
}
