package plan_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/message"
	"dendro/backend/resume/plan"
	"dendro/backend/settings"
	"dendro/backend/transcript"
)

// TestSeveralFilesOfOneSession: a client never sees the id of a copy, the plan names the
// file that the client loads, and a file that no client loads can only be continued from
// one of its records.
func TestSeveralFilesOfOneSession(t *testing.T) {
	v := set(t, "2.1.330")
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Mkdir(elsewhere, 0o700); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(v.root, filepath.FromSlash(v.session.Path()))
	data, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	with := func(cwd, uuid string) []byte {
		line := `{"type":"user","uuid":"` + uuid + `","parentUuid":"` + v.loads[1] + `","sessionId":"` + v.session.ID + `","cwd":"` + cwd +
			`","version":"2.1.215","userType":"external","timestamp":"2026-11-03T12:00:00.000Z","message":{"role":"user","content":"aside"}}` + "\n"
		return append(bytes.Join(lines[:len(lines)/2], nil), line...)
	}
	const aside, own = "aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"
	inTree := filepath.Join(v.root, "projects", transcript.EncodeDir(elsewhere), v.session.ID+".jsonl")
	synced := strings.TrimSuffix(source, ".jsonl") + " (1).jsonl"
	if err := os.MkdirAll(filepath.Dir(inTree), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{inTree: with(elsewhere, aside), synced: with(elsewhere, own)} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Library.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for _, s := range v.Library.Chats()[0].Sessions {
		of[filepath.Join(v.root, filepath.FromSlash(s.File))] = s.ID
	}
	chain := []string{"claude", "--resume", filepath.Join(v.Chains, fresh+".jsonl"), "--fork-session", "--session-id", fresh}
	plain := []string{"claude", "--resume", v.session.ID}
	home := filepath.Join(filepath.Dir(v.root), "work place")
	for _, tt := range []struct {
		name           string
		request        plan.Request
		argv           []string
		dir, note, why string
	}{
		{"the primary file", plan.Request{Session: of[source]}, plain, home, "2 files have this session id", ""},
		{"a copy in another directory", plan.Request{Session: of[inTree]}, plain, elsewhere, "Claude loads ~/claude/projects/" + filepath.Base(filepath.Dir(inTree)), ""},
		{"a sync program's file", plan.Request{Session: of[synced]}, []string{}, "", "", "A sync program"},
		{"a record of it", plan.Request{Session: of[synced], Record: own}, chain, home, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.request.New, tt.request.Terminal = fresh, v.terminal
			p, err := v.Plan(t.Context(), tt.request, settings.Defaults())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.argv, p.Argv); diff != "" || strings.Contains(p.Command, "~") {
				t.Errorf("%s (-want +got):\n%s", p.Command, diff)
			}
			if !strings.HasPrefix(p.Why.String(), tt.why) || (tt.why == "") != p.Possible || p.Possible && p.Dir != tt.dir {
				t.Errorf("in %s, %q", p.Dir, p.Why)
			}
			if !strings.Contains(message.List(p.Notes).String(), tt.note) {
				t.Errorf("notes %q", p.Notes)
			}
		})
	}
}
