package archive

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOwns checks which paths belong to a session.
func TestOwns(t *testing.T) {
	s := id(1)
	for _, c := range []struct {
		id, base, path string
		want           bool
	}{
		{s, "projects/-p/" + s, "projects/-p/" + s + ".jsonl", true},
		{s, "projects/-p/" + s, "projects/-p/" + s + ".20260102T030405Z.jsonl", true},
		{s, "projects/-p/" + s, "projects/-p/" + s + "/subagents/workflows/r/agent-x.jsonl", true},
		{s, "projects/-p/" + s, "projects/-p/agent-x.jsonl", true},
		{s, "projects/-p/" + s, "file-history/" + s + "/0@v1", true},
		{s, "projects/-p/" + s, "tasks/" + s + "/1.json", true},
		{s, "projects/-p/" + s, "todos/" + s + "-agent-x.json", true},
		{s, "projects/-p/" + s, "plans/a.md", true},
		{s, "projects/-p/" + s, "projects/-p/" + id(2) + ".jsonl", false},
		{s, "projects/-p/" + s, "projects/-p/" + id(2) + "/tool-results/a", false},
		{s, "projects/-p/" + s, "projects/-p/memory/MEMORY.md", false},
		{s, "projects/-p/" + s, "projects/-p/" + s + "/../memory/MEMORY.md", false},
		{s, "projects/-p/" + s, "file-history/" + id(2) + "/0@v1", false},
		{s, "projects/-p/" + s, "tasks/" + id(2) + "/1.json", false},
		{s, "projects/-p/" + s, "todos/" + id(2) + "-agent-x.json", false},
		{s, "projects/-p/" + s, ".credentials.json", false},
		{s, "projects/-p/" + s, "settings.json", false},
		{s, "projects/-p/" + s, "plans/../settings.md", false},
		{s, "projects/-p/" + s, "/etc/passwd", false},
		{"..", "projects/-p/..", "projects/-p/...jsonl", true},
		{"..", "projects/-p/..", "projects/-p/../x", false},
		{"..", "projects/-p/..", "tasks/../.credentials.json", false},
		{"..", "projects/-p/..", ".credentials.json", false},
		{".", "projects/-p/.", "tasks/x/1.json", false},
		{"*", "projects/-p/*", "todos/*-agent-x.json", false},
		{"memory", "projects/-p/memory", "projects/-p/memory/MEMORY.md", false},
		{"my-talk", "projects/-p/my-talk", "projects/-p/my-talk/subagents/agent-x.jsonl", true},
	} {
		session := &Session{ID: c.id, Base: c.base}
		if got := session.owns(c.path); got != c.want {
			t.Errorf("%s of %s: %v", c.path, c.base, got)
		}
	}
}

// TestNothingElseComesIn: stems that rules turn into other paths have no files beside them.
func TestNothingElseComesIn(t *testing.T) {
	w := newWorld(t, 20)
	w.write(".credentials.json", []byte("secret"))
	w.write("tasks/"+id(9)+"/1.json", []byte("secret"))
	w.write("todos/"+id(9)+"-agent-1.json", []byte("secret"))
	w.write("projects/-p/memory/MEMORY.md", []byte("secret"))
	for _, stem := range []string{"..", ".", "*", "memory"} {
		path := "projects/-p/" + stem + ".jsonl"
		w.write(path, []byte("{}\n"))
		src := w.source(stem)
		src.Beside = []string{"../x", ".credentials.json", "projects/-p/memory/MEMORY.md", "tasks/" + id(9) + "/1.json"}
		added, err := w.tryKeep(src)
		if err != nil || len(added.Session.Files) != 1 {
			t.Errorf("%s: %+v, %v", stem, added, err)
		}
	}
	for _, p := range tree(t, w.archive.Dir()) {
		if data := w.read(w.archive.Dir(), p); string(data) == "secret" {
			t.Error(p)
		}
	}
	w.whole()
}

// TestLinks: directories of Claude Code that are links to another disk are kept, and what else
// is a link is named.
func TestLinks(t *testing.T) {
	w := newWorld(t, 21)
	s, files := w.session(1)
	elsewhere := t.TempDir()
	for _, dir := range []string{"projects", "file-history", "todos"} {
		to := filepath.Join(elsewhere, dir)
		if err := errors.Join(os.Rename(w.at(dir), to), os.Symlink(to, w.at(dir))); err != nil {
			t.Fatal(err)
		}
	}
	side := filepath.Join(elsewhere, "side")
	if err := errors.Join(os.Rename(w.at("projects/-p/"+s), side), os.Symlink(side, w.at("projects/-p/"+s))); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(elsewhere, "secret")
	if err := errors.Join(os.WriteFile(secret, []byte("secret"), 0o600), os.Symlink(secret, w.at("projects/-p/"+s+"/tool-results/in.txt"))); err != nil {
		t.Fatal(err)
	}
	added := w.keep(s)
	if len(added.Unkept) != 1 || !strings.HasSuffix(added.Unkept[0].Path, "/in.txt") || added.Problem() == nil {
		t.Errorf("%+v", added.Unkept)
	}
	w.same(s, files)
}
