package resume

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dendro/backend/internal/tests"
)

// recorder is a fake claude that records its call: the directory, the variable, the
// variables of a parent claude, and the arguments, each followed by a zero byte.
const recorder = `#!/bin/sh
told=$(env | grep -E '^(CLAUDE|AI_AGENT=|GIT_EDITOR=)' | grep -v '^CLAUDE_CONFIG_DIR=' | sort | tr '\n' ' ')
printf '%s\0' "$(pwd -P; echo .)" "${CLAUDE_CONFIG_DIR-unset}" "$told" "$@" >"$RECORD.part"
mv "$RECORD.part" "$RECORD"
exit "${STATUS:-0}"
`

// record is the recorded call.
type record struct {
	Dir, Config, Told string
	Args              []string
}

func readRecord(t *testing.T, path string) record {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("claude was not run: %v", err)
	}
	fields := strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
	return record{strings.TrimSuffix(fields[0], "\n."), fields[1], fields[2], fields[3:]}
}

// stage is a home with a fake claude in it.
type stage struct {
	home, claude, record string
	env                  []string
}

func newStage(t *testing.T) stage {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := stage{home: home, claude: filepath.Join(home, "bin", "claude"), record: filepath.Join(home, "record")}
	write(t, s.claude, recorder, 0o755)
	s.env = []string{"HOME=" + home, "PATH=/usr/bin:/bin", "RECORD=" + s.record, "LC_ALL=C.UTF-8"}
	return s
}

func (s stage) dir(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(s.home, "projects", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// run runs a job's argv without a terminal; it ends in a shell with an empty standard
// input.
func (s stage) run(t *testing.T, argv []string, env ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = slices.Concat(s.env, env)
	cmd.Dir = s.home
	isolate(cmd)
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// runJob runs the script of a job.
func (s stage) runJob(t *testing.T, j job, env ...string) string {
	t.Helper()
	return s.run(t, s.scripted(t, j), env...)
}

// scripted writes the script of a job and returns the command for it.
func (s stage) scripted(t *testing.T, j job) []string {
	t.Helper()
	f := scripts{now: time.Now}
	argv, err := f.write([]string{filepath.Join(s.home, "run")}, j)
	if err != nil {
		t.Fatal(err)
	}
	return argv
}

func needShell(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no /bin/sh here")
	}
}

// TestScriptKeepsArguments runs scripts with names of every kind. Each removes itself.
func TestScriptKeepsArguments(t *testing.T) {
	tests.Long(t)
	needShell(t)
	s := newStage(t)
	for _, name := range nasty {
		if strings.Contains(name, "/") {
			continue
		}
		dir := s.dir(t, name)
		job := job{dir: dir, config: config{set: dir}, argv: []string{s.claude, "--resume", id, name}}
		want := record{dir, dir, "", []string{"--resume", id, name}}
		_ = os.Remove(s.record)
		out := s.runJob(t, job)
		if diff := cmp.Diff(want, readRecord(t, s.record)); diff != "" {
			t.Errorf("%q: (-want +got):\n%s\n%s", name, diff, out)
		}
	}
	if leaked, _ := filepath.Glob(filepath.Join(s.home, "*pwned*")); leaked != nil {
		t.Errorf("something ran: %v", leaked)
	}
	if left, _ := filepath.Glob(filepath.Join(s.home, "run", "*")); left != nil {
		t.Errorf("scripts are left: %v", left)
	}
}

// TestScriptSetsTheTitle: the title of the terminal is the chat's, whatever it holds.
func TestScriptSetsTheTitle(t *testing.T) {
	needShell(t)
	s := newStage(t)
	job := job{dir: s.dir(t, "x"), argv: []string{s.claude}, title: `%s "$(touch pwned)" \033 日本`}
	if out := s.runJob(t, job); !strings.HasPrefix(out, "\x1b]0;"+job.title+"\x07") {
		t.Errorf("it writes %q", out)
	}
	job.title = ""
	if out := s.runJob(t, job); strings.Contains(out, "\x1b") {
		t.Errorf("without a title it writes %q", out)
	}
}

// TestScriptKeepsBytes has sh read any arguments but zero bytes.
func TestScriptKeepsBytes(t *testing.T) {
	needShell(t)
	rapid.Check(t, func(rt *rapid.T) {
		args := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.RuneFrom([]rune("'\\\n\r $`\"!;-\x80")), 0, 20, -1)), 1, 4).Draw(rt, "args")
		j := job{argv: append([]string{"/c"}, args...)}
		text, err := j.script()
		if strings.ContainsRune(strings.Join(args, ""), 0) {
			if err == nil {
				rt.Fatal("a zero byte is written")
			}
			return
		}
		set, _, _ := bytes.Cut(text, []byte(body))
		_, set, _ = bytes.Cut(set, []byte("\n")) // it does not remove itself here
		cmd := exec.CommandContext(t.Context(), "/bin/sh")
		cmd.Stdin = strings.NewReader(string(set) + `shift 5; printf '%s\0' "$@"`)
		out, err := cmd.Output()
		if want := strings.Join(args, "\x00") + "\x00"; err != nil || string(out) != want {
			rt.Fatalf("%q is read as %q: %v", want, out, err)
		}
	})
}

func TestScriptRunsInTheLoginShell(t *testing.T) {
	needShell(t)
	for _, shell := range []string{"bash", "dash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("not installed")
			}
			s := newStage(t)
			rc := "export CLAUDE_CONFIG_DIR=/from/start/file\nexport STATUS=7\n"
			for _, file := range []string{".profile", ".zprofile"} {
				write(t, filepath.Join(s.home, file), rc, 0o644)
			}
			rc = "set -gx CLAUDE_CONFIG_DIR /from/start/file\nset -gx STATUS 7\n"
			write(t, filepath.Join(s.home, ".config/fish/config.fish"), rc, 0o644)
			dir := s.dir(t, "a $(x) 'b' \\ 日本")
			job := job{dir: dir, shell: path, argv: []string{s.claude, "--resume", id, "a b", "$HOME"}}
			args := []string{"--resume", id, "a b", "$HOME"}

			out := s.runJob(t, job)
			if diff := cmp.Diff(record{dir, "/from/start/file", "", args}, readRecord(t, s.record)); diff != "" {
				t.Errorf("start files: (-want +got):\n%s\n%s", diff, out)
			}
			if !strings.Contains(out, "[claude ended with status 7]") {
				t.Errorf("the status is not told:\n%s", out)
			}

			// The job's configuration wins over the start files.
			job.config = config{set: "/root of it"}
			s.runJob(t, job)
			if diff := cmp.Diff(record{dir, "/root of it", "", args}, readRecord(t, s.record)); diff != "" {
				t.Errorf("set: (-want +got):\n%s", diff)
			}
			job.config = config{unset: true}
			s.runJob(t, job)
			if diff := cmp.Diff(record{dir, "unset", "", args}, readRecord(t, s.record)); diff != "" {
				t.Errorf("unset: (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScriptLeavesAShell(t *testing.T) {
	needShell(t)
	s := newStage(t)
	marker := filepath.Join(s.home, "bin", "shell")
	write(t, marker, "#!/bin/sh\necho \"a shell in $(pwd -P), ${CLAUDE_CONFIG_DIR-unset}\"\n", 0o755)
	dir := s.dir(t, "x")
	ok := job{dir: dir, config: config{set: "/other"}, argv: []string{s.claude}}

	out := s.runJob(t, ok, "SHELL="+marker)
	if want := "a shell in " + dir + ", unset\n"; out != want {
		t.Errorf("after success:\n%s\nwant\n%s", out, want)
	}
	out = s.runJob(t, ok, "SHELL="+marker, "STATUS=3")
	if want := "\n[claude ended with status 3]\na shell in " + dir + ", unset\n"; out != want {
		t.Errorf("after a failure:\n%s\nwant\n%s", out, want)
	}
	gone := ok
	gone.dir = filepath.Join(s.home, "gone")
	_ = os.Remove(s.record)
	out = s.runJob(t, gone, "SHELL="+marker)
	if !strings.Contains(out, "gone") || !strings.Contains(out, "a shell in") {
		t.Errorf("without the directory:\n%s", out)
	}
	if _, err := os.Stat(s.record); err == nil {
		t.Error("claude ran in another directory")
	}
}

// TestEqualsSignInProgram: env(1) must not mistake the program for a variable.
func TestEqualsSignInProgram(t *testing.T) {
	needShell(t)
	s := newStage(t)
	program := filepath.Join(s.home, "a=b", "claude")
	write(t, program, recorder, 0o755)
	job := job{dir: s.dir(t, "x"), config: config{unset: true}, argv: []string{program, "--resume", id}}
	s.runJob(t, job)
	if got := readRecord(t, s.record).Args; !cmp.Equal(got, []string{"--resume", id}) {
		t.Errorf("args = %q", got)
	}
}

// TestScriptFile: every start has a script of its own, in the first directory with a plain
// name, private, and those that no terminal ran are removed a day later.
func TestScriptFile(t *testing.T) {
	base, now := t.TempDir(), time.Now()
	t.Setenv("TMPDIR", base)
	good := filepath.Join(base, "run")
	f := scripts{now: func() time.Time { return now }}
	write := func(dirs ...string) string {
		t.Helper()
		argv, err := f.write(dirs, job{dir: "/it's", argv: []string{"/c"}})
		if err != nil || len(argv) != 2 || argv[0] != "/bin/sh" || !plainly(argv[1]) {
			t.Fatalf("%q, %v", argv, err)
		}
		return argv[1]
	}
	path := write(filepath.Join(base, "with space"), good)
	if filepath.Dir(path) != good {
		t.Errorf("written to %s", path)
	}
	for path, mode := range map[string]os.FileMode{good: 0o700, path: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode of %s: %v, %v", path, info.Mode(), err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), "rm -f -- \"$0\"\nset -- '/it'\\''s' '' '' '' '/c'\n") {
		t.Errorf("%v:\n%s", err, text)
	}
	if again := write(good); again == path {
		t.Error("two starts share a script")
	}
	now = now.Add(2 * keptScript)
	path = write(good)
	if left, _ := filepath.Glob(filepath.Join(good, "*")); len(left) != 1 || left[0] != path {
		t.Errorf("after two days %v are left, and not only %s", left, path)
	}

	// Without an own directory: a new one below the temporary directory, used again.
	path = write()
	if again := write(); !strings.HasPrefix(path, filepath.Join(base, "dendro-")) || filepath.Dir(again) != filepath.Dir(path) {
		t.Errorf("fallback: %s, %s", path, again)
	}
}

// TestScriptFileOfOthers: a script in a directory that others can change could be replaced
// at any time. Without another directory nothing is started, and the error names the
// variable to set.
func TestScriptFileOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing on Windows")
	}
	base := t.TempDir()
	shared, linked, target := filepath.Join(base, "shared"), filepath.Join(base, "linked"), filepath.Join(base, "target")
	for _, dir := range []string{shared, target} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(shared, 0o777), os.Symlink(target, linked)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", shared)
	f := scripts{now: time.Now}
	argv, err := f.write([]string{shared, filepath.Join(shared, "below"), linked}, job{argv: []string{"/c"}})
	if err == nil || !strings.Contains(err.Error(), "DENDRO_CACHE_DIR") {
		t.Errorf("written to %q: %v", argv, err)
	}
	for _, dir := range []string{shared, target} {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v, %v", dir, left, err)
		}
	}
	if mark := markIn([]string{shared, linked}); mark != "" {
		t.Errorf("a mark in %s", mark)
	}
}

func TestPowerShellJob(t *testing.T) {
	job := job{dir: `C:\it's; $(x) "日本"`, config: config{set: `D:\c d`}, argv: []string{`C:\npm\claude.cmd`, "--resume", id}}
	argv := job.powershell()
	if diff := cmp.Diff([]string{"-NoLogo", "-NoExit", "-EncodedCommand"}, argv[:3]); diff != "" || len(argv) != 4 {
		t.Fatalf("argv %q", argv)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9+/=]+$`).MatchString(argv[3]) {
		t.Errorf("%q holds something to be read", argv[3])
	}
	raw, err := base64.StdEncoding.DecodeString(argv[3])
	if err != nil {
		t.Fatal(err)
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i]) | uint16(raw[2*i+1])<<8
	}
	script := string(utf16.Decode(units))
	inner := regexp.MustCompile(`FromBase64String\('([A-Za-z0-9+/=]+)'\)`).FindStringSubmatch(script)
	if inner == nil {
		t.Fatalf("no data in %s", script)
	}
	data, _ := base64.StdEncoding.DecodeString(inner[1])
	var got struct {
		Dir, Set string
		Unset    bool
		Argv     []string
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Dir != job.dir || got.Set != job.config.set || got.Unset || !cmp.Equal(got.Argv, job.argv) {
		t.Errorf("data %+v", got)
	}
}

// insideClaude is the environment that a running claude passes to its children.
func insideClaude() []string {
	env := []string{"GIT_EDITOR=true"}
	for name := range strings.FieldsSeq(ownVariables) {
		env = append(env, name+"=1")
	}
	return env
}

// TestForgetsAnotherClaude runs the script in a terminal with the environment
// of a running claude: with CLAUDE_CODE_CHILD_SESSION the conversation would not be written
// to disk.
func TestForgetsAnotherClaude(t *testing.T) {
	s := newStage(t)
	job := job{dir: s.dir(t, "x"), shell: "/bin/sh", config: config{set: "/c"}, argv: []string{s.claude, "--resume", id}}
	for editor, want := range map[string]string{"true": "", "vim": "GIT_EDITOR=vim "} {
		_ = os.Remove(s.record)
		s.runJob(t, job, append(insideClaude(), "GIT_EDITOR="+editor)...)
		if got := readRecord(t, s.record).Told; got != want {
			t.Errorf("with the editor %s: claude is told %q, want %q", editor, got, want)
		}
	}
}
