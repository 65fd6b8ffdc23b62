package search

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// added gives lines of a session to a builder, as if they were at an offset of the file, and
// returns where they end.
func added(t *testing.T, b *Builder, at int64, n int) int64 {
	t.Helper()
	text := ""
	for i := range n {
		text += fmt.Sprintf(`{"type":"user","uuid":"%08d-0000-4000-8000-000000000000","timestamp":"2026-11-03T09:00:00.000Z","message":{"role":"user","content":"%s"}}`+"\n", int(at)+i, strings.Repeat("needle ", 500))
	}
	var d transcript.Decoder
	lines := jsonl.NewLines(strings.NewReader(text), at, nil)
	for lines.Next() {
		d.Records(lines.Line(), func(l *jsonl.Line, r *transcript.Record, err error) {
			if err != nil {
				t.Fatal(err)
			}
			b.Add(l, r)
		})
	}
	return at + int64(len(text))
}

// TestATailIsOfOneVersion: a file whose index is not of the version that is to be continued
// has to be read whole.
func TestATailIsOfOneVersion(t *testing.T) {
	x, b := NewIndex(nil), NewBuilder()
	b.Begin("f")
	end := added(t, b, 0, 20)
	f, now := b.End(end, time.Time{}), Version{End: end, Print: 7}
	f.Identify(now)
	if !x.Put(f) {
		t.Fatal("not accepted")
	}
	if _, ok := x.Tail("f", now); !ok {
		t.Error("its own end cannot be continued")
	}
	for _, other := range []Version{{End: end - 1, Print: 7}, {End: end, Print: 8}, {}} {
		if _, ok := x.Tail("f", other); ok {
			t.Errorf("%+v can be continued where %+v is indexed", other, now)
		}
	}
}

// TestLinesBeforeTheEnd: lines that were indexed already give no block with a length below
// zero, whatever the reason for which they are added again.
func TestLinesBeforeTheEnd(t *testing.T) {
	x, b := NewIndex(nil), NewBuilder()
	b.Begin("f")
	middle := added(t, b, 0, 4)
	end := added(t, b, middle, 4)
	f, now := b.End(end, time.Time{}), Version{End: end, Print: 7}
	f.Identify(now)
	x.Put(f)
	tail, _ := x.Tail("f", now)
	tail.block.offset = middle
	b.Continue("f", tail)
	added(t, b, 0, 2)
	for _, block := range b.End(end, time.Time{}).blocks {
		if int64(block.length) > end {
			t.Errorf("a block of %d bytes in a file of %d", block.length, end)
		}
	}
}

// TestABadBlockCostsItsFile: a block that cannot be part of its file is refused, and one that
// was stored costs the file it belongs to, which is read again.
func TestABadBlockCostsItsFile(t *testing.T) {
	for name, spoil := range map[string]func(*block){
		"longer than a block can be": func(b *block) { b.length = 1<<32 - 1 },
		"beyond the file's end":      func(b *block) { b.length += 1 << 20 },
		"at a negative offset":       func(b *block) { b.offset = -1 },
		"at an impossible offset":    func(b *block) { b.offset = 1<<63 - 1 },
	} {
		t.Run(name, func(t *testing.T) {
			x, b := NewIndex(nil), NewBuilder()
			var list []*File
			for _, key := range []string{"bad", "good"} {
				b.Begin(key)
				list = append(list, b.End(added(t, b, 0, 20), time.Time{}))
				if !x.Put(list[len(list)-1]) {
					t.Fatal("not accepted")
				}
			}
			for i := range x.now.Load().groups[0].blocks {
				if b := &x.now.Load().groups[0].blocks[i]; b.file.key == "bad" {
					spoil(&b.block)
					break
				}
			}
			image := x.Image()
			next, err := Decode(image.Encode(), image.Rows(), image.Words(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if keys := next.Keys(); len(keys) != 1 || keys[0] != "good" {
				t.Errorf("the next process has %q, want the good file alone", keys)
			}
			spoil(&list[0].blocks[0])
			if x.Put(list[0]) {
				t.Error("the bad block is accepted")
			}
		})
	}
}
