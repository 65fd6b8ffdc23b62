//go:build unix

package resume

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWSLScript runs the script in bash: every word arrives, in the right directory, and
// the root is set only if it is not the default.
func TestWSLScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	dir := filepath.Join(home, "-a \"b\" 'c' \\ $(touch x); %PATH%\n資料")
	for _, path := range []string{dir, filepath.Join(home, ".claude"), filepath.Join(home, "another root")} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"claude":  "#!/bin/sh\nprintf '%s\\0' \"$PWD\" \"$CLAUDE_CONFIG_DIR\" \"$@\"\n",
		"wslpath": "#!/bin/sh\nprintf '/mnt/c/%s\\n' \"${2##*\\\\}\"\n",
	} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for root, config := range map[string]string{".claude": "", "another root": filepath.Join(home, "another root")} {
		w := wsl{name: "x", share: `\\wsl$\x`, root: filepath.Join(home, root)}
		argv := w.argv(inWSL(func(r *Request) { r.Dir, r.File = dir, `C:\a  b*.jsonl` }))
		cmd := exec.CommandContext(t.Context(), bash, "-c", argv[len(argv)-1])
		cmd.Env = []string{"HOME=" + home, "PATH=" + home + ":/usr/bin:/bin", configVariable + "=/inherited"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		want := []string{dir, config, "--resume", "/mnt/c/a  b*.jsonl", "--fork-session", ""}
		if diff := cmp.Diff(want, strings.Split(string(out), "\x00")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", root, diff)
		}
	}
}
