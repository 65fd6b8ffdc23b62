package library_test

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library/figures"
	"dendro/backend/transcript"
)

// naive is one response, as a plain reading of all lines finds it.
type naive struct {
	at    string // of the earliest record
	model string
	usage transcript.Usage
}

// naiveUsage reads every line of all transcripts below a root: of the records of one
// message.id the one with the most output counts, at the time of the earliest.
func naiveUsage(t *testing.T, roots ...string) map[string]naive {
	all := map[string]naive{}
	for _, root := range roots {
		err := filepath.WalkDir(filepath.Join(root, "projects"), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".jsonl") {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			lines := bufio.NewScanner(f)
			lines.Buffer(nil, 1<<28)
			for lines.Scan() {
				naiveLine(all, lines.Bytes())
			}
			return lines.Err()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func naiveLine(all map[string]naive, line []byte) {
	var r struct {
		Type, UUID, Timestamp string
		Message               struct {
			ID, Model string
			Usage     *struct {
				In         int64 `json:"input_tokens"`
				Out        int64 `json:"output_tokens"`
				CacheRead  int64 `json:"cache_read_input_tokens"`
				CacheWrite int64 `json:"cache_creation_input_tokens"`
				Kinds      struct {
					Hour int64 `json:"ephemeral_1h_input_tokens"`
				} `json:"cache_creation"`
			}
		}
	}
	if json.Unmarshal(line, &r) != nil || r.Type != "assistant" || r.Message.Usage == nil || r.Message.Model == "<synthetic>" {
		return
	}
	id, u := r.Message.ID, r.Message.Usage
	if id == "" {
		id = r.UUID
	}
	now := naive{r.Timestamp, r.Message.Model, transcript.Usage{In: u.In, Out: u.Out, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, CacheWrite1h: u.Kinds.Hour}}
	if before, ok := all[id]; ok {
		if before.at <= now.at {
			now.at, now.model = before.at, before.model
		}
		if before.usage.Out > now.usage.Out {
			now.usage = before.usage
		}
	}
	all[id] = now
}

// TestFiguresOfRealSets: tokens and responses are those of a plain reading of every line, by
// day and by model, of a set alone and beside a copy of it.
func TestFiguresOfRealSets(t *testing.T) {
	for set := range maps.Keys(knownSets()) {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			root, twin := tests.Real(t, set), t.TempDir()
			if err := os.CopyFS(twin, os.DirFS(root)); err != nil {
				t.Fatal(err)
			}
			for _, roots := range [][]string{{root}, {root, twin}} {
				l, all := testlib.Scanned(t, roots...), naiveUsage(t, roots...)
				for by, key := range map[figures.By]func(naive) string{
					figures.Day:   func(n naive) string { return n.at[:min(len(n.at), len(time.DateOnly))] },
					figures.Model: func(n naive) string { return n.model },
				} {
					want, got := map[string]figures.Sums{}, map[string]figures.Sums{}
					for _, n := range all {
						s := want[key(n)]
						s.Messages++
						s.Tokens.Add(n.usage)
						want[key(n)] = s
					}
					report, err := l.Figures(t.Context(), &figures.Question{By: by, Split: figures.Model, Zone: time.UTC, Prices: figures.Published()})
					if err != nil {
						t.Fatal(err)
					}
					for _, r := range report.Rows {
						if r.Messages > 0 {
							got[r.Key] = figures.Sums{Messages: r.Messages, Tokens: r.Tokens}
						}
						var parts transcript.Usage
						for _, p := range r.Parts {
							parts.Add(p.Tokens)
						}
						if parts != r.Tokens {
							t.Errorf("%s: the parts of %q are %+v of %+v", by, r.Key, parts, r.Tokens)
						}
					}
					if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
						t.Errorf("%d roots by %s: %d rows %v %s", len(roots), by, len(got), slices.Sorted(maps.Keys(got)), diff)
					}
				}
			}
		})
	}
}
