//go:build window && linux

package window

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dendro/build/desk"
)

// TestWindowSavesRecentChanges: a setting changed just before the window is closed is
// there at the next start.
func TestWindowSavesRecentChanges(t *testing.T) {
	d := newDesk(t)
	if _, err := d.WriteSession(); err != nil {
		t.Fatal(err)
	}
	cmd, w := openDendro(t, d)
	keys := func(keys ...string) {
		if err := w.Keys(t.Context(), keys...); err != nil {
			t.Fatal(err)
		}
	}
	usual := settle(t, w)
	size := func(what string, as image.Image, same bool) {
		until(t, patience, "the text is not "+what, func() bool {
			return desk.Difference(as, screenshot(t, w, what)) < 0.01 == same
		})
	}
	keys("ctrl+equal", "ctrl+equal", "ctrl+equal")
	size("larger", usual, false)
	large := settle(t, w)
	keys("ctrl+0")
	size("as before", usual, true)
	// The first change is written at once, the others a moment later and together. Keys that the page has not met
	// when the window closes are lost.
	keys("ctrl+equal", "ctrl+equal", "ctrl+equal")
	size("larger by three steps", large, true)
	closeWindow(t, d, cmd, w)
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

// TestWindowWhosePageDied kills the process of the page: after some missed heartbeats the
// program offers a restart, and restarts. This takes as long as the heartbeats do.
func TestWindowWhosePageDied(t *testing.T) {
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
	// Use the access key: on this system Enter activates the button that changes nothing.
	for _, args := range [][]string{{"windowfocus", "--sync", asked}, {"key", "alt+y"}} {
		if _, err := d.Output(t.Context(), "xdotool", args...); err != nil {
			t.Fatal(err)
		}
	}
	// The process replaces itself, so its id stays; the page is a new one.
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

// waitFor waits for a result and returns it.
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

// namedWindow returns the id of a window with this title, or "".
func namedWindow(t *testing.T, d *desk.Desk, title string) string {
	out, err := d.Output(t.Context(), "xdotool", "search", "--onlyvisible", "--name", title)
	if ids := strings.Fields(out); err == nil && len(ids) > 0 {
		return ids[0]
	}
	return ""
}

// webProcess returns the page's process among a program's children, or 0.
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
