package search

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkSignature measures the innermost loop of the build.
func BenchmarkSignature(b *testing.B) {
	sources, err := filepath.Glob("*.go")
	if err != nil {
		b.Fatal(err)
	}
	var raw []byte
	for _, name := range sources {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range data {
			switch c {
			case '\n':
				raw = append(raw, `\n`...)
			case '"', '\\':
				raw = append(raw, '\\', c)
			case '\t':
				raw = append(raw, `\t`...)
			default:
				raw = append(raw, c)
			}
		}
	}
	t := newGears()
	const block = 16 << 10
	b.SetBytes(block)
	var s marks
	at := 0
	for b.Loop() {
		if at+block > len(raw) {
			at = 0
		}
		s.add(t, raw[at:at+block])
		at += block
	}
}
