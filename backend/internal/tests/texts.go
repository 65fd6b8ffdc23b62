package tests

import (
	"strings"

	"pgregory.net/rapid"
)

// AwkwardTexts generates texts with awkward characters.
func AwkwardTexts() *rapid.Generator[string] {
	awkward := []string{
		"\"", "\\", "\n", "\t", "/", "\x1b[31m", "é", "e\u0301", "É", "\u212a", "ſ", "登录", "か\u3099", "がぎ", "🙂", "👩\u200d💻",
		"’", "Ｅ", "ｶﾞ", "\u00ad", "…", "ñ",
		"useEffect", "the ", "Notification", " ", "\u0301", "ΣΑς", "Ж", "<b>", "&", "\u2028", "\x00", "\x7f", "ﬁ", "한글", "\u1112\u1161\u11ab",
	}
	piece := rapid.OneOf(rapid.SampledFrom(awkward), rapid.StringN(0, 6, -1))
	return rapid.Map(rapid.SliceOfN(piece, 0, 12), func(parts []string) string {
		return strings.ToValidUTF8(strings.Join(parts, ""), "\ufffd")
	})
}
