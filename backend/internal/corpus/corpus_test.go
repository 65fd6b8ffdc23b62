package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dendro/backend/transcript"
)

const testSize = 8 << 20

// files returns the files that Write has written, by path.
func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(rel)] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func write(t *testing.T, seed uint64) (map[string][]byte, Stats) {
	t.Helper()
	dir := t.TempDir()
	stats, err := Write(dir, testSize, seed)
	if err != nil {
		t.Fatal(err)
	}
	return files(t, dir), stats
}

func TestWriteIsDeterministic(t *testing.T) {
	sum := func(seed uint64) string {
		all, _ := write(t, seed)
		h := sha256.New()
		for _, name := range sortedNames(all) {
			fmt.Fprintln(h, name)
			h.Write(all[name])
		}
		return fmt.Sprintf("%x", h.Sum(nil))
	}
	if a, b := sum(1), sum(1); a != b {
		t.Error("one seed gives two histories")
	}
	if sum(1) == sum(2) {
		t.Error("two seeds give one history")
	}
}

// Every line is one that Claude Code might have written, and the mix is the one used to
// judge performance.
func TestWriteMix(t *testing.T) {
	all, stats := write(t, 7)
	byType := map[string]int{}
	var total, image, records, agents, said, results int
	for _, name := range sortedNames(all) {
		data := all[name]
		if strings.HasSuffix(name, ".meta.json") {
			if !json.Valid(data) {
				t.Errorf("%s is no JSON", name)
			}
			continue
		}
		if strings.Contains(name, "/subagents/agent-") {
			agents++
		}
		var d transcript.Decoder
		for line := range bytes.Lines(data) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			if !json.Valid(line) {
				t.Fatalf("%s: no JSON: %.200s", name, line)
			}
			r, err := d.Decode(line)
			if err != nil || r.Kind == transcript.KindUnknown {
				t.Fatalf("%s: %v, type %q", name, err, r.Type)
			}
			records++
			total += len(line) + 1
			byType[r.Type] += len(line)
			for i := range r.Blocks {
				switch b := &r.Blocks[i]; b.Kind {
				case transcript.BlockToolResult:
					if b.Content.IsString() {
						results += len(b.Content)
					}
				case transcript.BlockToolUse:
					said += len(b.Input)
				default:
					said += len(b.Text)
				}
			}
			if bytes.Contains(line, []byte(`"type":"base64"`)) {
				image++
			}
		}
	}
	if int64(total) != stats.Bytes || records != stats.Lines || agents != stats.Agents {
		t.Errorf("%d bytes, %d lines, %d agents are there, stats say %+v", total, records, agents, stats)
	}
	if total < testSize || total > 2*testSize {
		t.Errorf("%d bytes were written, %d asked for", total, testSize)
	}
	if stats.Agents == 0 || image == 0 {
		t.Errorf("agents %d, images %d", stats.Agents, image)
	}
	share := func(bytes int) float64 { return float64(bytes) / float64(total) }
	if u, a := share(byType["user"]), share(byType["assistant"]); u < .6 || u > .8 || a < .2 || a > .4 {
		t.Errorf("user lines are %.2f of the bytes, assistant lines %.2f", u, a)
	}
	if r, s := share(results), share(said); r < .15 || r > .25 || s < .05 || s > .11 {
		t.Errorf("texts of results are %.2f of the bytes, other texts %.2f", r, s)
	}
}

func TestResume(t *testing.T) {
	all, stats := write(t, 3)
	if stats.Copies == 0 {
		t.Fatalf("no copy in %+v", stats)
	}
	seen := map[string]bool{}
	shared := 0
	for _, name := range sortedNames(all) {
		for _, part := range bytes.Split(all[name], []byte(`"uuid":"`))[1:] {
			id := string(part[:36])
			if seen[id] {
				shared++
			}
			seen[id] = true
		}
	}
	if shared == 0 {
		t.Error("no uuid stands in two files")
	}
}

func sortedNames(all map[string][]byte) []string { return slices.Sorted(maps.Keys(all)) }
