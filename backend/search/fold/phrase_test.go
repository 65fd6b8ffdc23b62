package fold

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPhraseCount(t *testing.T) {
	for _, c := range []struct {
		phrase, text string
		want         int
	}{
		{"limiter", "Limiter and LIMITER, no limit", 2},
		{"token bucket", "token\n  bucket; token\u00a0bucket; tokenbucket", 2},
		{"  burst ", "burst", 1},
		{"aa", "aaaa", 2},
		{"straße", "STRASSE Straße STRAßE", 2},
		{"é", "e\u0301 É", 2},
		{"k", "\u212a", 1}, // the Kelvin sign
		{`"a\b"`, `he said "A\B"`, 1},
		{"日本", "これは日本語です", 1},
		{"", "anything", 0},
		{" \n", "  ", 0},
		{"x", "", 0},
	} {
		if got := NewPhrase(c.phrase).Count(c.text); got != c.want {
			t.Errorf("%q in %q: %d, want %d", c.phrase, c.text, got, c.want)
		}
	}
}

// TestPhraseMayHold checks that no line with the phrase in its decoded text is excluded.
func TestPhraseMayHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		letters := rapid.StringOf(rapid.RuneFrom([]rune("aAkKbß é\u0301É\u212aſs\"\\/\n\t<&\u001b日😀")))
		text := letters.Draw(rt, "text")
		p := NewPhrase(letters.Draw(rt, "phrase"))
		if p.Count(text) == 0 {
			return
		}
		escaped, err := json.Marshal(text)
		if err != nil {
			rt.Fatal(err)
		}
		var plain strings.Builder
		enc := json.NewEncoder(&plain)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(text); err != nil {
			rt.Fatal(err)
		}
		slashes := strings.ReplaceAll(plain.String(), "/", `\/`)
		for _, line := range []string{string(escaped), plain.String(), slashes} {
			if !p.MayHold([]byte(line)) {
				rt.Errorf("MayHold is false for %q in %q", line, p.text)
			}
		}
	})
	p := NewPhrase("limiter")
	if p.MayHold([]byte(`{"text":"a bucket"}`)) {
		t.Error("a line without the phrase was not excluded")
	}
	if !p.MayHold([]byte(`{"text":"\u006cimiter"}`)) {
		t.Error("a line with an escaped letter was excluded")
	}
}
