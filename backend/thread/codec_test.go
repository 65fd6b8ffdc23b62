package thread

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/internal/history"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// sameIndex compares all that two indexes hold but their facts.
func sameIndex(t *testing.T, what string, want, got *Index) {
	t.Helper()
	options := cmp.Options{
		cmp.Exporter(func(reflect.Type) bool { return true }), cmpopts.EquateEmpty(),
		cmpopts.IgnoreFields(Index{}, "facts", "nodes", "parts"),
	}
	if diff := cmp.Diff(want, got, options); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// addRead adds the lines that a Summarizer reads, also those without a record, to an index with
// its facts.
func addRead(t *testing.T, x *Index, z *transcript.Summarizer, data []byte) {
	t.Helper()
	var d transcript.Decoder
	lines := z.Lines(bytes.NewReader(data), jsonl.NewBuffer(1<<16))
	for lines.Next() {
		z.Line(&d, lines.Line(), func(l *jsonl.Line, r *transcript.Record) {
			if err := x.Add(l, r); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestIndexComesBack encodes the index of a file as it is read, and decodes it as it was and
// with what the file has grown by: it is the one that is made of the whole file at once.
func TestIndexComesBack(t *testing.T) {
	contents := map[string][]byte{}
	for seed := range 12 {
		h, _ := history.Random(rand.New(rand.NewPCG(uint64(seed), 5)), 20)
		for name, data := range h.Files() {
			if filepath.Ext(name) == ".jsonl" {
				contents[filepath.Join(string(rune('a'+seed)), name)] = data
			}
		}
	}
	vectors, _ := filepath.Glob("../../testdata/transcripts/*.jsonl")
	for _, name := range vectors {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		contents[name] = data
	}
	if len(vectors) == 0 || len(contents) < 50 {
		t.Fatalf("%d files", len(contents))
	}
	for name, data := range contents {
		cut := bytes.IndexByte(data[len(data)/2:], '\n') + len(data)/2 + 1
		for _, end := range []int{cut, len(data)} {
			z := transcript.NewSummarizer()
			facts, nodes := z.Live()
			x := Live(name, facts, nodes)
			addRead(t, x, z, data[:end])
			sum := z.Summary()
			encoded := x.Encode()
			back, err := DecodeIndex(name, &sum.Facts, encoded)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			sameIndex(t, name, x, back)
			more, ok := transcript.Continue(sum)
			if end == len(data) || !ok {
				continue
			}
			grown := back.Continue(more.Live())
			addRead(t, grown, more, data[sum.Bytes:])
			more.Summary()
			all := transcript.NewSummarizer()
			facts, nodes = all.Live()
			whole := Live(name, facts, nodes)
			addRead(t, whole, all, data)
			sameIndex(t, name+", grown", whole, grown)
			if !bytes.Equal(back.Encode(), encoded) {
				t.Errorf("%s: the index that was continued has changed", name)
			}
		}
	}
}

// TestDamagedIndex: no damage panics.
func TestDamagedIndex(*testing.T) {
	var s script
	s.user("1", "", "one").reply("2", "1", "m", use("t1", "Task", obj{"prompt": "do"})).user("3", "2", []obj{{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}})
	data := []byte(s.b.String())
	good, facts := indexOf("f", data).Encode(), factsOf(data)
	draw := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		bad := bytes.Clone(good)
		bad[draw.IntN(len(bad))] ^= 1 << draw.IntN(8)
		_, _ = DecodeIndex("f", facts, bad[:draw.IntN(len(bad)+1)])
	}
}
