//go:build linux

package desktop

import (
	"strings"
	"testing"
)

func TestSystemLanguages(t *testing.T) {
	for _, tt := range []struct{ lang, language, want string }{
		{"de_AT.UTF-8", "", "de-AT"},
		{"en_US.UTF-8", "ja:de_DE", "ja de-DE"},
		{"C", "de", ""},
		{"", "", ""},
	} {
		t.Setenv("LC_ALL", "")
		t.Setenv("LC_MESSAGES", "")
		t.Setenv("LANG", tt.lang)
		t.Setenv("LANGUAGE", tt.language)
		if got := strings.Join(SystemLanguages(), " "); got != tt.want {
			t.Errorf("LANG=%q LANGUAGE=%q: got %q, want %q", tt.lang, tt.language, got, tt.want)
		}
	}
}
