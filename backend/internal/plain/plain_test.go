package plain

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\nc":                            "a\tb\nc",
		"\x1b[1;31mred\x1b[0m":               "red",
		"\x1b]0;title\x07text":               "text",
		"\x1b]8;;https://x\x1b\\link":        "link",
		"bell\a, \x00nul, del\x7f, c1\u0085": "bell, nul, del, c1",
		"a\u202eb\u2066c\u200f":              "abc\u200f",
		"a\rb\x00c\x7fd\u009be":              "abcde",
		"two\n\tlines":                       "two\n\tlines",
		"bad \xff utf-8":                     "bad \uFFFD utf-8",
		"b \x1b c":                           "b ", // as a terminal takes it: ESC, blank and a letter are a sequence
		"日本語 é":                              "日本語 é",
		"\u009b31mred":                       "31mred", // a terminal that takes it for a sequence sees no control character
	} {
		if got := Text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	if got := Line("  a\n\x1b[2mb\x1b[0m\u00a0\u2003c  "); got != "a b c" {
		t.Errorf("%q", got)
	}
	for in, want := range map[string]string{"": "", "abcd": "abcd", "abcde": "abc…", "ab de": "ab…", "ééé": "ééé", "ééééé": "ééé…"} {
		if got := Cut(in, 4); got != want {
			t.Errorf("Cut(%q): %q, want %q", in, got, want)
		}
	}
}

func TestBlank(t *testing.T) {
	for in, want := range map[string]bool{"": true, " \n": true, "\u200b": true, "\u2060 \ufeff\u00ad": true, "a\u200b": false, "👩\u200d💻": false} {
		if got := Blank(in); got != want {
			t.Errorf("Blank(%q): %t", in, got)
		}
	}
}

// FuzzPlain checks that no hidden character is left, that valid text stays valid, and that
// Head is the beginning of Line where no sequence but ESC [ occurs.
func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"", "a b", "\x1b[31mx", "\x1b]0;t\x07x", "\u202e", "\x1b", "\x1b[", "a\xffb", "\x9b31m"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, got := range map[string]string{"Line": Line(s), "Head": Head([]byte(s), 20)} {
			if strings.ContainsFunc(got, Hidden) || utf8.ValidString(s) && !utf8.ValidString(got) {
				t.Errorf("%s(%q): %q", name, s, got)
			}
		}
		if got := Head([]byte(s), 20); utf8.RuneCountInString(got) > 20 {
			t.Errorf("%q has %d characters", got, utf8.RuneCountInString(got))
		}
	})
}

// FuzzCodes compares with the library.
func FuzzCodes(f *testing.F) {
	for _, seed := range []string{
		"\x1b[31mx", "\x1b]0;t\x07x", "é\x1b[1m日\x1b]8;;x\x1b\\😀", "\x1b]0;é\x07a", "\x1b[é", "\x1bé", "\x1b", "\x1b[\xff1mx", "\xe6\x1b[1mab", "\xf0a",
		"\x9b31mx\x1b", "\x1bPq\x1b\\a", "\x1b^é\x9ca", "\x1b_日本\x1b\\a", "\xc3\x1b\xc3", "\xf8\x1b\xc0a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := s
		if strings.Contains(s, "\x1b") {
			want = ansi.Strip(s)
		}
		if got := Codes(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	})
}
