package jsonl

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The masks classify every byte correctly.
func TestMasks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		b := make([]byte, blockSize*rapid.IntRange(0, 5).Draw(t, "blocks"))
		for i := range b {
			if b[i] = byte(rng.Uint32()); rng.IntN(3) > 0 || b[i] < ' ' && rng.IntN(50) > 0 {
				b[i] = `"\nt\"#`[rng.IntN(7)]
			}
		}
		got := make([]blockMasks, len(b)/blockSize)
		control, ascii := masks(b, got)
		if control != slices.ContainsFunc(b, func(c byte) bool { return c < ' ' }) {
			t.Fatalf("%q: that there is a control character is said to be %v", b, control)
		}
		if ascii == slices.ContainsFunc(b, func(c byte) bool { return c >= 0x80 }) {
			t.Fatalf("%q: that all is ASCII is said to be %v", b, ascii)
		}
		for i, c := range b {
			bit := func(word uint64) bool { return word>>(i%blockSize)&1 == 1 }
			m := got[i/blockSize]
			if bit(m.quotes) != (c == '"') || bit(m.slashes) != (c == '\\') || m.slashes != 0 && bit(m.letters) != (c == 'n' || c == 't') {
				t.Fatalf("%q at %d: %x", b, i, m)
			}
		}
	})
}

// The portable map and the processor-specific one are equal.
func TestMapsAgree(t *testing.T) {
	pieces := []string{`"`, `\\`, `\`, `\"`, `\n`, `\t`, `\r`, `\/`, `\u00e9`, `\u12`, "text", "a", "\x1f", "é"}
	var own, other Map
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		some := pieces[:rapid.IntRange(1, len(pieces)).Draw(t, "pieces")]
		var b []byte
		for n := blockSize * rapid.IntRange(1, mapBlocks+1).Draw(t, "blocks"); len(b) < n; {
			b = append(b, some[rng.IntN(len(some))]...)
		}
		n := min(len(b)/blockSize, mapBlocks)
		first := rapid.IntRange(0, n-1).Draw(t, "first")
		for _, m := range []*Map{&own, &other} {
			m.Suspect, m.Plain, m.ASCII, m.carry = false, true, true, rapid.Uint64Range(0, 1).Draw(t, "carry")
			m.quotes = make([]uint64, n+1)
		}
		other.carry = own.carry
		own.add(b[first*blockSize:], b, first, n-first)
		other.addMasks(b[first*blockSize:], b, first, n-first)
		checkSameMap(t, b, &own, &other)
	})
}

func checkSameMap(t rapid.TB, b []byte, own, other *Map) {
	t.Helper()
	if own.Suspect != other.Suspect || own.Plain != other.Plain || own.ASCII != other.ASCII || own.carry != other.carry || !slices.Equal(own.quotes, other.quotes) {
		t.Fatalf("%q: %v, %v, %v, %d, %x and %v, %v, %v, %d, %x", b, own.Suspect, own.Plain, own.ASCII, own.carry, own.quotes,
			other.Suspect, other.Plain, other.ASCII, other.carry, other.quotes)
	}
}

// A Map finds every quote that ends a string, and the kinds of escapes.
func TestLineMap(t *testing.T) {
	var m Map
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
			`"`, `\\`, `\"`, `\n`, `\r`, `\/`, `\u00e9`, `\u12`, `\x`, `\`, "a", "0123456789abcdef", "\t", "é",
		}), 0, 60).Draw(t, "pieces")
		var b []byte
		for _, p := range pieces {
			b = append(b, p...)
		}
		var suspect, long bool
		quotes := make([]bool, len(b))
		for i := 0; i < len(b); i++ {
			switch c := b[i]; {
			case c == '"':
				quotes[i] = true
			case c < ' ':
				suspect = true
			case c == '\\':
				kind := escapeKind(b, i+1)
				if i+1 < len(b) && (b[i+1] == '"' || b[i+1] == '\\' || b[i+1] == 'n' || b[i+1] == 't') {
					kind = escapePlain
				}
				suspect, long = suspect || kind == escapeBad, long || kind == escapeLong
				i++
				if i < len(b) && b[i] < ' ' {
					suspect = true
				}
			}
		}
		m.Read(b)
		if m.Suspect != suspect || !suspect && m.Plain == long {
			t.Fatalf("%q: suspect %v, plain %v", b, m.Suspect, m.Plain)
		}
		if m.ASCII != (bytes.IndexFunc(b, func(r rune) bool { return r >= utf8.RuneSelf }) < 0) {
			t.Fatalf("%q: that it is ASCII is said to be %v", b, m.ASCII)
		}
		for i, want := range quotes {
			if got := m.quotes[i/blockSize]>>(i%blockSize)&1 == 1; got != want {
				t.Fatalf("%q: a quote at %d: %v", b, i, got)
			}
		}
	})
}
