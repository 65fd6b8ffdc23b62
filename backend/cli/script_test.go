package cli_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"dendro/backend/cli"
)

var update = flag.Bool("update", false, "write what the scripts compare with anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dendro": func() { os.Exit(run(nil)) },
		// A build with a window; it prints its options.
		"dendro-window": func() {
			os.Exit(run(func(_ context.Context, w cli.WindowOptions) error {
				text := "window " + filepath.Join(append([]string{"of"}, w.Roots...)...)
				if w.Here != "" {
					text += " limited to " + w.Here
				}
				_, err := os.Stdout.WriteString(text + "\n")
				return err
			}))
		},
	})
}

// run is main, with a clock fixed shortly after the demo's last record.
func run(window func(context.Context, cli.WindowOptions) error) int {
	env := cli.ProcessEnv()
	env.Interactive, env.OpenWindow = false, window
	env.Now = func() time.Time { return time.Date(2026, 11, 17, 15, 0, 0, 0, time.UTC) }
	return cli.Run(context.Background(), env)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"), UpdateScripts: *update, RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status, "oneline": oneLine, "rooted": rooted},
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("USERPROFILE", home)
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
			e.Setenv("DENDRO_CACHE_DIR", filepath.Join(e.WorkDir, "cache"))
			e.Setenv("DENDRO_DATA_DIR", filepath.Join(e.WorkDir, "data"))
			e.Setenv("TZ", "UTC")
			e.Setenv("CLAUDE_CONFIG_DIR", "")
			return os.MkdirAll(home, 0o755)
		},
	})
}

// status runs a command and compares its exit status: "status N COMMAND …".
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARG]…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// oneLine checks that the last command printed exactly one line to stderr.
func oneLine(ts *testscript.TestScript, neg bool, args []string) {
	said := ts.ReadFile("stderr")
	if neg || len(args) > 0 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "dendro: ") {
		ts.Fatalf("stderr is not one line: %q", said)
	}
}

// rooted replaces "@" at the beginning of paths in files by the script's directory: "rooted
// FILE…".
func rooted(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: rooted FILE…")
	}
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "@/", filepath.ToSlash(ts.Getenv("WORK"))+"/")
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
	}
}
