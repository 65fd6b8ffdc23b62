package export

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBrief(t *testing.T) {
	o := &Options{Output: 30}
	for _, text := range []string{
		strings.Repeat("a", 100), strings.Repeat("é", 100), strings.Repeat("語", 100),
		strings.Repeat("\x80", 100), // no character begins in it
	} {
		got := o.brief(text)
		head, _, cut := strings.Cut(got, "\n[… ")
		if !cut || len(head) > 20 || !strings.HasPrefix(text, head) {
			t.Errorf("%q", got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("a character is cut: %q", got)
		}
	}
	if got := o.brief("short"); got != "short" {
		t.Errorf("%q", got)
	}
}
