//go:build window && linux

package window

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dendro/build/desk"
)

// TestWindowKeepsWhatWasJustChanged: what is changed and the window closed at
// once is there at the next start.
func TestWindowKeepsWhatWasJustChanged(t *testing.T) {
	d := newDesk(t)
	if _, err := d.WriteSession(); err != nil {
		t.Fatal(err)
	}
	cmd, w := openDendro(t, d)
	// The first change is written at once, the others a moment later and together.
	if err := w.Keys(t.Context(), "ctrl+equal", "ctrl+equal", "ctrl+equal"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := d.Wait(cmd); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(d.Home, ".config", "dendro", "settings.json"))
	if err != nil {
		t.Fatal(err)
	}
	var kept struct{ TextSize int }
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	if kept.TextSize != 135 {
		t.Errorf("three steps larger than 100 were kept as %d", kept.TextSize)
	}
}

// TestWindowWhosePageDied kills the process of the page: after some beats the
// program offers to start again, and does. This takes as long as the beats do.
func TestWindowWhosePageDied(t *testing.T) {
	t.Parallel() // it waits more than it works
	if testing.Short() {
		t.Skip("waits for four beats")
	}
	d := newDesk(t)
	if _, err := d.WriteSession(); err != nil {
		t.Fatal(err)
	}
	cmd, _ := openDendro(t, d)
	page := webProcess(cmd.Process.Pid)
	if page == 0 {
		t.Fatal("the page has no process")
	}
	if err := syscall.Kill(page, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waits := (beatsMissed+2)*beatEvery + patience
	asked := waitFor(t, waits, func() string { return namedWindow(t, d, "^Dendro$") })
	// By its letter: on this system Enter is for the button that changes nothing.
	for _, args := range [][]string{{"windowfocus", "--sync", asked}, {"key", "alt+y"}} {
		if _, err := d.Output(t.Context(), "xdotool", args...); err != nil {
			t.Fatal(err)
		}
	}
	// The process stays the same, for it is replaced by itself; the page is another one.
	waitFor(t, patience, func() string {
		if again := webProcess(cmd.Process.Pid); again != 0 && again != page {
			return strconv.Itoa(again)
		}
		return ""
	})
	if _, err := d.WaitWindow(t.Context(), "dendro", patience); err != nil {
		t.Fatal(err)
	}
}

// waitFor waits until something is there, and gives it.
func waitFor(t *testing.T, within time.Duration, look func() string) string {
	t.Helper()
	for deadline := time.Now().Add(within); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if found := look(); found != "" {
			return found
		}
	}
	t.Fatalf("it did not come in %s", within)
	return ""
}

// namedWindow is the id of a window with this title; "" where there is none.
func namedWindow(t *testing.T, d *desk.Desk, title string) string {
	out, err := d.Output(t.Context(), "xdotool", "search", "--onlyvisible", "--name", title)
	if ids := strings.Fields(out); err == nil && len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// webProcess finds the process of the page among those that a program has
// started; 0 where there is none.
func webProcess(program int) int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// pid (name) state parent …
		from, to := strings.IndexByte(string(stat), '('), strings.LastIndexByte(string(stat), ')')
		if from < 0 || to < from {
			continue
		}
		rest := strings.Fields(string(stat[to+1:]))
		if !strings.HasPrefix(string(stat[from+1:to]), "WebKitWeb") || len(rest) < 2 || rest[1] != strconv.Itoa(program) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			return pid
		}
	}
	return 0
}
