package corpus

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
)

// pool holds pieces of JSON-escaped text, from which long texts are copied.
type pool struct {
	prose, code, output [][]byte
	base64              []byte
}

const pieces = 3000

func newPool(rng *rand.Rand) *pool {
	p := &pool{base64: make([]byte, 2<<20)}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for i := range p.base64 {
		p.base64[i] = alphabet[rng.IntN(len(alphabet))]
	}
	word := func() string { return words[rng.IntN(len(words))] }
	for range pieces {
		var prose, code, output strings.Builder
		for range 6 + rng.IntN(14) {
			prose.WriteString(word() + " ")
		}
		if rng.IntN(8) == 0 {
			prose.WriteString(foreign[rng.IntN(len(foreign))])
		}
		prose.WriteString(". ")
		indent, quote := strings.Repeat("    ", rng.IntN(4)), "'"
		if rng.IntN(3) == 0 {
			indent, quote = strings.Repeat("\t", rng.IntN(4)), "\""
		}
		code.WriteString(indent + word() + "." + word() + "(" + quote + word() + quote + ", " + word() + ") // " + word() + "\n")
		output.WriteString("/src/" + word() + "/" + word() + ".ts:" + word() + ": " + word() + " " + word() + " " + word() + "\n")
		switch rng.IntN(12) {
		case 0:
			output.WriteString("\x1b[32m✓\x1b[0m " + word() + " \x1b[2m(" + word() + ")\x1b[22m\n")
		case 1:
			output.WriteString("{\"" + word() + "\": \"" + word() + "\", \"path\": \"C:\\\\" + word() + "\"}\n")
		}
		p.prose = append(p.prose, escape(prose.String()))
		p.code = append(p.code, escape(code.String()))
		p.output = append(p.output, escape(output.String()))
	}
	return p
}

// escape returns s as the inside of a JSON string, escaped like in JavaScript.
func escape(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	line := bytes.TrimSpace(b.Bytes())
	return line[1 : len(line)-1]
}

// appendText appends pieces up to n bytes.
func appendText(dst []byte, rng *rand.Rand, from [][]byte, n int) []byte {
	for end := len(dst) + n; len(dst) < end; {
		dst = append(dst, from[rng.IntN(len(from))]...)
	}
	return dst
}

// image returns n characters of base64.
func (p *pool) image(rng *rand.Rand, n int) []byte {
	n = min(n, len(p.base64)) &^ 3
	at := rng.IntN(len(p.base64) - n + 1)
	return p.base64[at : at+n]
}

var words = strings.Fields(`
	the a to of and in is that it for as with this be on are from not an by at or but we can if
	error file test function value return const data type string list index cache user session
	useEffect useState notificationService onClick setTimeout handler render component module import
	export default async await promise context buffer reader writer parser token lexer schema migration
	database query transaction index column server client request response header status timeout retry
	deploy pipeline config flag option default parameter argument result failure success warning
	0x7f3a 12 42 404 500 1024 v2.3.1 main.go app.tsx index.html README.md package.json
	fix refactor rename remove add update check build run compile verify commit branch merge rebase
	login page authentication permission token password email profile settings theme layout button
	virtual scroll window tree branch thread row column cell width height offset margin padding`)

var foreign = []string{
	"登录页面的错误需要修复", "数据库迁移失败", "テストが通りません", "ログイン画面を直してください", "🎉 done", "👩‍💻 → 🚀",
	"größer als erwartet", "c'est déjà corrigé", "ошибка в запросе",
}
