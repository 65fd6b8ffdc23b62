package transcript

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/corpus"
	"dendro/backend/jsonl"
)

const benchSize = 32 << 20

// benchFiles returns the contents of a generated history's files.
func benchFiles(b *testing.B) (files [][]byte, size int64) {
	b.Helper()
	dir := b.TempDir()
	if _, err := corpus.Write(dir, benchSize, 1); err != nil {
		b.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".jsonl" {
			return err
		}
		data, err := os.ReadFile(name)
		files, size = append(files, data), size+int64(len(data))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return files, size
}

// BenchmarkNewlines is the baseline: it counts newlines like wc -l.
func BenchmarkNewlines(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	for b.Loop() {
		for _, data := range files {
			bytes.Count(data, []byte("\n"))
		}
	}
}

func BenchmarkLines(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	buffer := jsonl.NewBuffer(1 << 20)
	for b.Loop() {
		for _, data := range files {
			lines := jsonl.NewLines(bytes.NewReader(data), 0, buffer)
			for lines.Next() {
			}
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		var d Decoder
		for _, data := range files {
			for line := range bytes.Lines(data) {
				if _, err := d.Decode(line[:len(line)-1]); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

// BenchmarkSummarize measures a scan's work per file.
func BenchmarkSummarize(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	b.ReportAllocs()
	records := 0
	buffer := jsonl.NewBuffer(1 << 20)
	for b.Loop() {
		var d Decoder
		records = 0
		for _, data := range files {
			z := NewSummarizer()
			lines := z.Lines(bytes.NewReader(data), buffer)
			for lines.Next() {
				z.Line(&d, lines.Line(), nil)
			}
			records += z.Summary().Records
		}
	}
	b.ReportMetric(float64(records), "records")
}

// BenchmarkEncodingJSON reads the fields that lineage needs with encoding/json, for
// comparison.
func BenchmarkEncodingJSON(b *testing.B) {
	files, size := benchFiles(b)
	b.SetBytes(size)
	for b.Loop() {
		for _, data := range files {
			for line := range bytes.Lines(data) {
				var r struct {
					Type, UUID, ParentUUID, SessionID, Timestamp, CWD string
					Message                                           struct{ Content json.RawMessage }
				}
				if err := json.Unmarshal(line, &r); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

// Fields that repeat from line to line must not allocate. The types of several blocks of
// one record do not repeat.
func TestDecodeAllocations(t *testing.T) {
	for _, name := range []string{"user.jsonl", "assistant.jsonl", "system.jsonl"} {
		var d Decoder
		for line := range bytes.Lines(readVector(t, filepath.Join(vectorDir, name))) {
			line = line[:len(line)-1]
			n := testing.AllocsPerRun(10, func() {
				r, err := d.Decode(line)
				if err != nil {
					t.Fatal(err)
				}
				Classify(r)
			})
			// Texts that the client or somebody else may have written are read whole.
			sent := d.rec.HasOrigin && !d.rec.HumanOrigin || len(d.rec.Blocks) > 0 && maybeClient([]byte(d.rec.Blocks[0].Text.Head(HeadBytes)))
			if n != 0 && len(d.rec.Blocks) < 2 && !sent {
				t.Errorf("%v allocations for %.100s", n, line)
			}
		}
	}
}
