package desktop

import (
	"strings"
	"testing"
)

func TestNotificationsArePlain(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "",
		" Fix\tthe\n\x1b[31m test ":            "Fix the test",
		"a\u202egnp.exe\u2066b\x00":            "agnp.exeb",
		"half \xff\xfe a rune":                 "half a rune",
		"日本語 👩‍💻 <b>bold</b>":                  "日本語 👩‍💻 <b>bold</b>",
		strings.Repeat("ä", 2*maxNotifiedBody): strings.Repeat("ä", maxNotifiedBody-1) + "…",
	} {
		if _, got := (Notification{Body: text}).Plain(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
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
