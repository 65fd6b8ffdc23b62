package turns

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is a word of a text.
type Word struct {
	Key Key
	// Text is the word in lower case without accents. Words with the same stem have the same
	// key.
	Text string
	// Whole is true for a name with parts, such as camelCase or main.go, which is a word in
	// addition to its parts. It is false for the parts and for all other words.
	Whole bool
}

// Key identifies the stem of a word.
type Key uint32

// keyOf returns the key of a stem: its FNV-1a hash.
func keyOf[T string | []byte](stem T) Key {
	h := uint32(2166136261)
	for i := range len(stem) {
		h = (h ^ uint32(stem[i])) * 16777619
	}
	return Key(h)
}

// KeyOf returns the key of a word in the form of Word.Text.
func KeyOf(word string) Key { return keyOf(Stem(word)) }

const (
	// longestName is the maximum length of a name in bytes. Longer ones are data.
	longestName = 64
	// longestNumber is the maximum number of digits of a word that is a number.
	longestNumber = 10
	// mostParts is the maximum number of parts, joined by - and ., of one name.
	mostParts = 5
)

// Kinds of ASCII.
const (
	isOther = iota
	isLower
	isUpper
	isDigit
	isUnder
	isJoin // joins names if a letter or digit follows
)

// kindOf holds the kinds of the bytes below utf8.RuneSelf.
var kindOf = func() (t [utf8.RuneSelf]uint8) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = isLower
		case c >= 'A' && c <= 'Z':
			t[c] = isUpper
		case c >= '0' && c <= '9':
			t[c] = isDigit
		case c == '_':
			t[c] = isUnder
		case c == '-' || c == '.':
			t[c] = isJoin
		}
	}
	return t
}()

// tokens calls visit with each run of text that may contain words: names, with the characters
// that join them.
func tokens(text []byte, visit func(token []byte)) {
	for i := 0; i < len(text); {
		start := i
		for i < len(text) {
			c := text[i]
			if c >= utf8.RuneSelf {
				r, n := utf8.DecodeRune(text[i:])
				if !inWord(r) {
					break
				}
				i += n
				continue
			}
			if k := kindOf[c]; k == isOther || k == isJoin && (i == start || i+1 == len(text) || !startsName(text[i+1])) {
				break
			}
			i++
		}
		if i > start {
			visit(text[start:i])
			continue
		}
		if text[i] < utf8.RuneSelf {
			i++
		} else {
			_, n := utf8.DecodeRune(text[i:])
			i += n
		}
	}
}

// startsName reports whether a byte can continue a name after a joining byte.
func startsName(c byte) bool {
	if c >= utf8.RuneSelf {
		return false
	}
	k := kindOf[c]
	return k == isLower || k == isUpper || k == isDigit || k == isUnder
}

// inWord reports whether a rune beyond ASCII is part of a word.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// Split calls visit with the words of a text, in order.
func Split(text []byte, visit func(Word)) {
	tokens(text, func(token []byte) { splitToken(token, visit) })
}

// splitToken calls visit with the words of one token.
func splitToken(token []byte, visit func(Word)) {
	if len(token) > longestName {
		// A long token is either data or text without spaces.
		if ideographs(token) {
			bigrams(token, visit)
		}
		return
	}
	if ideographs(token) {
		bigrams(token, visit)
		return
	}
	names := bytes.FieldsFunc(token, func(r rune) bool { return r == '-' || r == '.' })
	if len(names) > 1 && len(names) <= mostParts {
		whole(token, visit)
	}
	for _, name := range names {
		parts := partsOf(name)
		if len(parts) > 1 {
			whole(name, visit)
			if random(parts) {
				continue
			}
		}
		for _, p := range parts {
			part(p, visit)
		}
	}
}

// whole visits a name with parts. It is the same word regardless of how its parts are joined.
func whole(name []byte, visit func(Word)) {
	joined := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' {
			return -1
		}
		return r
	}, lower(name))
	if len(joined) > 1 {
		visit(Word{Key: keyOf(Stem(joined)), Text: joined, Whole: true})
	}
}

// part visits a word without parts.
func part(p []byte, visit func(Word)) {
	text := lower(p)
	if digits := text != "" && text[0] >= '0' && text[0] <= '9'; len(text) < 2 || digits && len(text) > longestNumber {
		return
	}
	visit(Word{Key: keyOf(Stem(text)), Text: text})
}

// partsOf returns the parts of a name: camelCase, snake_case, and digits apart from letters.
func partsOf(name []byte) (parts [][]byte) {
	start, before := 0, uint8(isUnder)
	end := func(at int) {
		if at > start {
			parts = append(parts, name[start:at])
		}
	}
	last := 0 // the start of the previous rune
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRune(name[i:])
		k := kindOfRune(r)
		switch {
		case k == isUnder:
			end(i)
			start = i + 1
		case before == isUnder || k == before:
		case k == isLower && before == isUpper:
			if last > start { // the last of several capitals begins the next part
				end(last)
				start = last
			}
		default:
			end(i)
			start = i
		}
		before, last = k, i
		i += size
	}
	end(len(name))
	return parts
}

func kindOfRune(r rune) uint8 {
	switch {
	case r < utf8.RuneSelf:
		return kindOf[r]
	case unicode.IsUpper(r):
		return isUpper
	}
	return isLower
}

// random reports whether the parts of a name are too short to be words, as in hashes.
func random(parts [][]byte) bool {
	sum := 0
	for _, p := range parts {
		sum += len(p)
	}
	return len(parts) >= 4 && sum < 3*len(parts)
}

// lower returns a name in lower case and without accents.
func lower(name []byte) string {
	ascii := true
	for _, c := range name {
		ascii = ascii && c < utf8.RuneSelf
	}
	if ascii {
		return string(bytes.ToLower(name))
	}
	var out []byte
	for _, r := range string(norm.NFKD.Bytes(name)) {
		switch r = unicode.ToLower(r); {
		case unicode.Is(unicode.Mn, r):
		case r == 'ß':
			out = append(out, "ss"...)
		case r == 'ø':
			out = append(out, 'o')
		case r == 'ł':
			out = append(out, 'l')
		case r == 'æ':
			out = append(out, "ae"...)
		case r == 'œ':
			out = append(out, "oe"...)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out)
}

// ideograph reports whether a rune belongs to a script that is written without spaces.
func ideograph(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer) ||
		r == 'ー' || r >= 0xe00 && r < 0xe80
}

func ideographs(token []byte) bool {
	if bytes.IndexFunc(token, func(r rune) bool { return r >= 0xe00 }) < 0 {
		return false
	}
	return bytes.IndexFunc(token, ideograph) >= 0
}

// bigrams visits each pair of consecutive runes in a text without spaces, isolated runes, and
// the names in between.
func bigrams(token []byte, visit func(Word)) {
	last, alone := rune(0), false
	flush := func() {
		if alone {
			visit(Word{Key: keyOf(string(last)), Text: string(last)})
		}
		last, alone = 0, false
	}
	for i := 0; i < len(token); {
		r, n := utf8.DecodeRune(token[i:])
		if !ideograph(r) {
			flush()
			start := i
			for i < len(token) {
				if r, n = utf8.DecodeRune(token[i:]); ideograph(r) {
					break
				}
				i += n
			}
			splitToken(token[start:i], visit)
			continue
		}
		i += n
		if last != 0 {
			two := string(norm.NFKC.Bytes([]byte(string(last) + string(r))))
			visit(Word{Key: keyOf(two), Text: two})
		}
		alone = last == 0
		last = r
	}
	flush()
}
