package desktop

import (
	"strings"
	"testing"
)

func TestPlainLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		" Fix\tthe\n\x1b[31m test ":       "Fix the [31m test",
		"a\u202egnp.exe\u2066b\u200f\x00": "agnp.exeb",
		"half \xff\xfe a rune":            "half a rune",
		"日本語 👩‍💻 <b>bold</b>":             "日本語 👩‍💻 <b>bold</b>",
		strings.Repeat("ä", 11):           "äääääääää…",
	} {
		most := maxNotifiedTitle
		if strings.HasPrefix(text, "ä") {
			most = 10
		}
		if got := plainLine(text, most); got != want {
			t.Errorf("plainLine(%q) = %q, want %q", text, got, want)
		}
	}
	const hostile = `<img src="file:///x"> & <a href='x'>`
	long, body := Notification{Title: strings.Repeat("x", 500), Frame: func(title string) string { return title + ": finished" }, Body: hostile}.Plain()
	if n := len([]rune(long)); n != maxNotifiedTitle || !strings.HasSuffix(long, "x…: finished") {
		t.Errorf("a long title: %d runes, %q", n, long)
	}
	if body != hostile {
		t.Errorf("where it is no markup: %q", body)
	}
}

func TestInert(t *testing.T) {
	for text, want := range map[string]string{
		"Fix the test: finished":                   "Fix the test: finished",
		"日本語 <b>bold</b> & 👩‍💻":                    "日本語 <b>bold</b> & 👩‍💻",
		"$(calc) `n $env:x":                        "＄(calc) ´n ＄env:x",
		"]]></text><actions>]]]>":                  "]] ></text><actions>]]] >",
		"]]\ufffe> is not joined to an end\uffff$": "]] > is not joined to an end＄",
	} {
		if got := Inert(text); got != want {
			t.Errorf("Inert(%q) = %q, want %q", text, got, want)
		}
	}
}
