package thread

import (
	"strings"
	"testing"
)

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"":                        0,
		"plain":                   5,
		"naïve – “quoted”":        16,
		"令牌桶":                     6,
		"ｆｕｌｌ ｗｉｄｅ":               17,
		"half ﾊﾝｶｸ":               9,
		"한국어 limit":               12,
		"ひらがなとカタカナ":               18,
		"😀":                       2,
		"broken \xe4\xbb":         9,
		strings.Repeat("限", 9000): 18000,
	} {
		if got := columns([]byte(text)); got != want {
			t.Errorf("columns(%.20q) = %d, want %d", text, got, want)
		}
	}
}
