package thread

import (
	"strings"
	"testing"

	"dendro/backend/jsonl"
)

// TestLoneSurrogates: half a character becomes U+FFFD in any context; everything else is
// copied byte for byte.
func TestLoneSurrogates(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"echo \ud83d"}`:                `{"a":"echo \ufffd"}`,
		`{"a":"\ud83d\ude00 \u003c \n"}`:     `{"a":"\ud83d\ude00 \u003c \n"}`,
		`["\ude00","\uD83D\uDE00\uDE00x"]`:   `["\ufffd","\uD83D\uDE00\ufffdx"]`,
		`["\ud83d\ud83d\ude00"]`:             `["\ufffd\ud83d\ude00"]`,
		`["\ud83dx\ude00","\ud83d\n\ude00"]`: `["\ufffdx\ufffd","\ufffd\n\ufffd"]`,
		`["\ud83d","\ude00"]`:                `["\ufffd","\ufffd"]`,
		`["\\ud83d","\\\ud83d","\\\\ud83d"]`: `["\\ud83d","\\\ufffd","\\\\ud83d"]`,
		`{"\ud800k":1}`:                      `{"\ufffdk":1}`,
		`"\ud7ff\ue000\"\/"`:                 `"\ud7ff\ue000\"\/"`,
		`{"plain":[1,null,true]}`:            `{"plain":[1,null,true]}`,
	} {
		original := strings.Clone(in)
		var c copier
		if got := string(c.copy([]byte("before:"), jsonl.Value(in), 0)); got != "before:"+want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
		if in != original {
			t.Errorf("%s was changed", original)
		}
	}
}
