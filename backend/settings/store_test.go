package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFirstStart(t *testing.T) {
	path := fileIn(t.TempDir())
	st := Open(path)
	if diff := cmp.Diff(Defaults(), st.Get()); diff != "" || st.Problem() != nil {
		t.Fatalf("problem %v, (-want +got):\n%s", st.Problem(), diff)
	}
	if _, err := st.Update(func(*Settings) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("nothing has changed, and a file was written")
	}
	got, err := st.Update(func(s *Settings) {
		s.Theme = "dark"
		s.Panes.Sidebar = -1
	})
	if err != nil || got.Theme != "dark" || got.Panes.Sidebar != 0 {
		t.Fatalf("kept %+v, %v", got, err)
	}
	if diff := cmp.Diff(got, Open(path).Get()); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

func TestDamagedFileIsRenamed(t *testing.T) {
	path := fileIn(t.TempDir())
	const text = `{"theme":"dark", "savedSearches":["a",`
	put(t, path, text)
	put(t, path+".damaged", "an older one")
	st := Open(path)
	if diff := cmp.Diff(Defaults(), st.Get()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !errors.Is(st.Problem(), errNoObject) || !strings.Contains(st.Problem().Error(), " were renamed to "+path+".damaged: ") {
		t.Errorf("problem %v", st.Problem())
	}
	if kept, _ := os.ReadFile(path + ".damaged"); string(kept) != text {
		t.Errorf("kept %q", kept)
	}
	if _, err := st.Update(func(s *Settings) { s.Theme = "light" }); err != nil {
		t.Fatal(err)
	}
	again := Open(path)
	if again.Problem() != nil || again.Get().Theme != "light" {
		t.Errorf("next start: %v, %+v", again.Problem(), again.Get())
	}
}

// fileIn returns the path of a missing settings file in a private directory.
func fileIn(dir string) string { return filepath.Join(dir, "dendro", "settings.json") }

// TestNoDirectory: without a directory no other user's settings are read, and a change
// holds for the run.
func TestNoDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Setenv("AppData", "")
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Chdir(t.TempDir())
	st := OpenOwn(nil)
	if got, err := st.Update(func(s *Settings) { s.Theme = "dark" }); st.Problem() == nil || !errors.Is(err, st.Problem()) || got.Theme != "dark" {
		t.Errorf("problem %v, update %v: %+v", st.Problem(), err, got)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("written: %v, %v", left, err)
	}
}

func TestWrongFieldIsReported(t *testing.T) {
	path := fileIn(t.TempDir())
	put(t, path, `{"theme":5,"density":"compact"}`)
	st := Open(path)
	if st.Problem() == nil || !strings.Contains(st.Problem().Error(), "theme: wrong type") {
		t.Errorf("problem %v", st.Problem())
	}
	if st.Get().Density != "compact" {
		t.Error("the other field was lost")
	}
}

// TestUnreadableFileIsLeftAlone has a directory in its place: it cannot be read, and must
// not be replaced.
func TestUnreadableFileIsLeftAlone(t *testing.T) {
	path := fileIn(t.TempDir())
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	st := Open(path)
	if st.Problem() == nil {
		t.Error("no problem reported")
	}
	got, err := st.Update(func(s *Settings) { s.Theme = "dark" })
	if err == nil || got.Theme != "dark" || st.Get().Theme != "dark" {
		t.Errorf("update: %v, %+v", err, got)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Error("it was replaced")
	}
}

func TestFailedWriteIsTriedAgain(t *testing.T) {
	dir := t.TempDir()
	path := fileIn(dir)
	put(t, filepath.Join(dir, "dendro"), "a file where the directory should be")
	st := Open(path)
	if _, err := st.Update(func(s *Settings) { s.Theme = "dark" }); err == nil {
		t.Fatal("no error")
	}
	if st.Get().Theme != "dark" {
		t.Error("the change does not hold for this run")
	}
	if err := os.Remove(filepath.Join(dir, "dendro")); err != nil {
		t.Fatal(err)
	}
	// Reopen the store on the repaired path, because the first Open could not read it.
	st = Open(path)
	if _, err := st.Update(func(s *Settings) { s.Theme = "dark" }); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "dendro")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "dendro"), "again")
	if _, err := st.Update(func(s *Settings) { s.Wrap = false }); err == nil {
		t.Fatal("no error")
	}
	if err := os.Remove(filepath.Join(dir, "dendro")); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Update(func(*Settings) {}); err != nil {
		t.Fatal(err)
	}
	if got := Open(path).Get(); got.Theme != "dark" || got.Wrap {
		t.Errorf("on disk: %+v", got)
	}
}

func TestLinkStaysALink(t *testing.T) {
	dir := t.TempDir()
	path, target := fileIn(dir), filepath.Join(dir, "dotfiles", "dendro.json")
	put(t, target, `{"theme":"dark","mine":1}`)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	st := Open(path)
	if _, err := st.Update(func(s *Settings) { s.Theme = "light" }); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if data, _ := os.ReadFile(target); !strings.Contains(string(data), `"theme": "light"`) || !strings.Contains(string(data), `"mine": 1`) {
		t.Errorf("target holds %s", data)
	}
}

func TestGetIsACopy(t *testing.T) {
	st := Open(fileIn(t.TempDir()))
	if _, err := st.Update(func(s *Settings) { s.SavedSearches = []string{"a"} }); err != nil {
		t.Fatal(err)
	}
	st.Get().SavedSearches[0] = "changed"
	if st.Get().SavedSearches[0] != "a" {
		t.Error("a caller changed the store")
	}
}

// TestConcurrentUse writes from many goroutines while others read the file, which must be
// complete at any time.
func TestConcurrentUse(t *testing.T) {
	path := fileIn(t.TempDir())
	st := Open(path)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for j := range 10 {
				_, err := st.Update(func(s *Settings) { s.SavedSearches = append(s.SavedSearches, fmt.Sprintf("%d-%d", i, j)) })
				if err != nil {
					t.Error(err)
				}
				if data, err := os.ReadFile(path); err != nil || !json.Valid(data) {
					t.Errorf("half a file: %q, %v", data, err)
				}
				_ = st.Get()
			}
		})
	}
	wait.Wait()
	if n := len(Open(path).Get().SavedSearches); n != 80 {
		t.Errorf("%d of 80 changes on disk", n)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
