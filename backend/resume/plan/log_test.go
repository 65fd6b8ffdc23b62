package plan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/resume/plan"
)

const earlier = "21111111-2222-4333-8444-555555555555"

// logOf returns a log with the given text.
func logOf(t *testing.T, text string) *plan.Log {
	t.Helper()
	path := filepath.Join(t.TempDir(), "dendro", "continued.jsonl")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return &plan.Log{Path: path, Now: time.Now}
}

// TestLogSkipsLinesOfAnyLength: a damaged line costs only itself, and a torn one not the
// next.
func TestLogSkipsLinesOfAnyLength(t *testing.T) {
	whole := `{"session":"` + earlier + `","from":"` + fresh + `"}`
	for name, tt := range map[string]struct {
		text string
		all  bool
	}{
		"long":          {strings.Repeat("x", 200_000) + "\n" + whole + "\n", true},
		"long and JSON": {`{"session":"` + strings.Repeat("y", 100_000) + `"}` + "\n" + whole + "\n", true},
		"torn":          {whole + "\n" + `{"session":"`, true},
		"very large":    {strings.Repeat("z", 6<<20) + "\n" + whole + "\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			log := logOf(t, tt.text)
			if got, err := log.Parents(); got[earlier].Session != fresh || (err == nil) != tt.all {
				t.Errorf("%v, %v", got, err)
			}
			if err := log.Add(plan.Continuation{Session: fresh, From: earlier}); err != nil {
				t.Fatal(err)
			}
			if got, _ := log.Parents(); len(got) != 2 || got[fresh].Session != earlier {
				t.Errorf("after a new one: %v", got)
			}
		})
	}
}

// TestPrepareWorksWithoutTheLog: the log is a link into a Claude directory. Nothing is
// written there, a warning is reported, and the session can start all the same.
func TestPrepareWorksWithoutTheLog(t *testing.T) {
	v := set(t, "2.1.330")
	transcript := filepath.Join(v.root, filepath.FromSlash(v.session.Path()))
	before, err := os.ReadFile(transcript)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(transcript, v.Log.Path); err != nil {
		t.Skip("no links can be made here:", err)
	}
	var warned []error
	v.Warn = func(problem error) { warned = append(warned, problem) }
	p := v.plan(t, plan.Request{Record: v.loads[1]})
	if err := v.Prepare(t.Context(), &p); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(transcript); err != nil || string(after) != string(before) {
		t.Errorf("the transcript was written to: %v", err)
	}
	if len(warned) != 1 {
		t.Errorf("warned of %v", warned)
	}
	if _, err := os.Stat(filepath.Join(v.Chains, fresh+".jsonl")); err != nil {
		t.Errorf("what is loaded: %v", err)
	}
}

// TestPlanNeedsAPrivateDirectory: without a safe directory the plan says so, and nothing is
// written. A plan that needs no chain works.
func TestPlanNeedsAPrivateDirectory(t *testing.T) {
	v := set(t, "2.1.330")
	link := filepath.Join(t.TempDir(), "continue")
	if err := os.Symlink(filepath.Join(v.root, "projects"), link); err != nil {
		t.Skip("no links can be made here:", err)
	}
	for name, dir := range map[string]string{"none": "", "a link": link, "in the root": filepath.Join(v.root, "continue")} {
		v.Chains = dir
		p := v.plan(t, plan.Request{Record: v.loads[1]})
		if p.Possible || !strings.Contains(p.Why.String(), "DENDRO_CACHE_DIR") {
			t.Errorf("%s: possible %v, %q", name, p.Possible, p.Why)
		}
		if err := v.Prepare(t.Context(), &p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if p := v.plan(t, plan.Request{}); !p.Possible {
			t.Errorf("%s: the session itself: %q", name, p.Why)
		}
	}
	for _, name := range []string{fresh + ".jsonl", filepath.Join("continue", fresh+".jsonl")} {
		if _, err := os.Stat(filepath.Join(v.root, name)); err == nil {
			t.Error("written into the root")
		}
	}
}
