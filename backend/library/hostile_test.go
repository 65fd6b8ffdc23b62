package library_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/session"
)

func TestSpilledOutputs(t *testing.T) {
	h := history.New(14, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("run it")
	s.Reply("done")
	fork := s.Fork(history.Copying{Form: history.F5})
	fork.Turn("and then", "that")
	root := testlib.Write(t, h)
	side := strings.TrimSuffix(s.Path(), ".jsonl")
	testlib.Put(t, root, side+"/tool-results/out.txt", []byte("all of it \xff"))
	testlib.Put(t, root, "secret.txt", []byte("secret"))
	for link, target := range map[string]string{
		"tool-results/link.txt": filepath.Join(root, "secret.txt"),
		"tool-results/up.txt":   "../../../../secret.txt",
	} {
		if err := os.Symlink(target, filepath.Join(root, filepath.FromSlash(side), filepath.FromSlash(link))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, filepath.FromSlash(side), "tool-results", "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	l := testlib.Scanned(t, root)
	for _, id := range []string{s.ID, fork.ID} { // the copy's output lies with the original
		text, err := l.Records.Spilled(t.Context(), id, "out.txt")
		if err != nil || string(text) != "all of it \uFFFD" {
			t.Errorf("%s: %q, %v", id, text, err)
		}
	}
	names := []string{
		"", ".", "..", "../out.txt", "../../" + s.ID + ".jsonl", "/etc/passwd", "sub/out.txt", `..\out.txt`, `C:\x`, "c:x",
		"nul\x00byte", "line\nbreak", "gone.txt", "link.txt", "up.txt", "dir", strings.Repeat("x", 5000), "../../../secret.txt",
	}
	for _, name := range names {
		text, err := l.Records.Spilled(t.Context(), s.ID, name)
		if err == nil || len(text) > 0 || !errors.Is(err, session.ErrNotFound) && !errors.Is(err, session.ErrUnreadable) {
			t.Errorf("%q: %q, %v", name, text, err)
		}
	}
	if _, err := l.Records.Spilled(t.Context(), "none", "out.txt"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("of an unknown session: %v", err)
	}
}

func TestADirectoryOfOutputsThatIsALinkIsNotFollowed(t *testing.T) {
	for name, link := range map[string]string{"outputs": "/tool-results", "side directory": ""} {
		t.Run(name, func(t *testing.T) {
			h := history.New(15, testlib.Begin)
			s := h.Session(testlib.Day())
			s.Turn("hello", "hello")
			root := testlib.Write(t, h)
			elsewhere := filepath.Join(root, "elsewhere")
			testlib.Put(t, root, "elsewhere/out.txt", []byte("secret"))
			testlib.Put(t, root, "elsewhere/tool-results/out.txt", []byte("secret"))
			testlib.Put(t, root, "elsewhere/workflows/wf_1.json", []byte(`{"status":"completed"}`))
			side := filepath.Join(root, filepath.FromSlash(strings.TrimSuffix(s.Path(), ".jsonl"))+link)
			if err := os.MkdirAll(filepath.Dir(side), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(elsewhere, side); err != nil {
				t.Fatal(err)
			}
			if text, err := testlib.Scanned(t, root).Records.Spilled(t.Context(), s.ID, "out.txt"); err == nil {
				t.Errorf("%q", text)
			}
		})
	}
}

func TestRecordsByHostileNames(t *testing.T) {
	h := history.New(16, testlib.Begin)
	s := h.Session(testlib.Day())
	png := []byte("\x89PNG\r\n\x1a\nnot really")
	prompt := s.PromptImage("look", png)
	s.PromptBlocks(history.Text("and"), history.Image("image/svg+xml", []byte("<svg onload='x'/>")))
	svg := s.Last()
	s.Reply("seen")
	l := testlib.Scanned(t, testlib.Write(t, h))
	ctx := t.Context()
	if p, err := l.Records.Picture(ctx, s.ID, prompt, 0); err != nil || p.Type != "image/png" || string(p.Data) != string(png) {
		t.Errorf("%+v, %v", p, err)
	}
	for _, n := range []int{-1, 1, 1 << 40} {
		if _, err := l.Records.Picture(ctx, s.ID, prompt, n); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("picture %d: %v", n, err)
		}
	}
	if _, err := l.Records.Picture(ctx, s.ID, svg, 0); !errors.Is(err, session.ErrUnreadable) {
		t.Errorf("a picture that can hold a script: %v", err)
	}
	if raw, err := l.Records.RawRecord(ctx, s.ID, prompt, 0, 1<<20); err != nil || !strings.Contains(raw.Text, "\n  \"uuid\": \""+prompt+`"`) {
		t.Errorf("%s, %v", raw.Text, err)
	}
	if text, err := l.Records.BlockText(ctx, s.ID, svg, 0); err != nil || string(text) != "and" {
		t.Errorf("%q, %v", text, err)
	}
	for _, id := range []string{"", "..", "../../x", "00000000-0000-0000-0000-000000000000", strings.Repeat("a", 1<<16), "\x00"} {
		if _, err := l.Records.RawRecord(ctx, s.ID, id, 0, 100); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("record %.20q: %v", id, err)
		}
		if _, err := l.Records.RawRecord(ctx, id, prompt, 0, 100); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("session %.20q: %v", id, err)
		}
		if _, err := l.Threads.Sidechain(ctx, s.ID, id); !errors.Is(err, session.ErrNotFound) {
			t.Errorf("agent %.20q: %v", id, err)
		}
		if _, err := l.Threads.Thread(ctx, s.ID, id); id != "" && !errors.Is(err, session.ErrNotFound) {
			t.Errorf("tip %.20q: %v", id, err)
		}
	}
	if _, err := l.Records.BlockText(ctx, s.ID, prompt, 99); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("block 99: %v", err)
	}
}
