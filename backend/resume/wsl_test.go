package resume

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	inDebian = `\\wsl.localhost\Debian-12\home\ann\.claude`
	rootHere = "if [ ~/.claude -ef /home/ann/.claude ]; then unset CLAUDE_CONFIG_DIR; else export CLAUDE_CONFIG_DIR=/home/ann/.claude; fi; "
)

func inWSL(change func(*Request)) Request {
	req := Request{Session: id, Dir: "/home/ann/my project", Root: inDebian, DefaultRoot: `C:\Users\ann\.claude`}
	if change != nil {
		change(&req)
	}
	return req
}

// TestWSL checks which roots are inside a distribution, and the command that Windows runs
// for their sessions.
func TestWSL(t *testing.T) {
	for root, want := range map[string]wsl{
		inDebian:                     {"Debian-12", `\\wsl.localhost\Debian-12`, "/home/ann/.claude"},
		`\\WSL$\Ubuntu\root\.claude`: {"Ubuntu", `\\WSL$\Ubuntu`, "/root/.claude"},
		"//wsl.localhost/a.b":        {"a.b", `\\wsl.localhost\a.b`, "/"},
		`\\wsl.localhost\-d\root`:    {},
		`\\wsl.localhost\a b\root`:   {},
		`\\server\Debian-12\root`:    {},
		`C:\Users\ann\.claude`:       {},
	} {
		if got, ok := wslOf("windows", root); ok != (want != wsl{}) || got != want {
			t.Errorf("wslOf(%q) = %+v, %v, want %+v", root, got, ok, want)
		}
	}
	if _, ok := wslOf("linux", "//wsl.localhost/Debian-12/root"); ok {
		t.Error("on Linux such a path is one like others")
	}
	for name, tt := range map[string]struct {
		change func(*Request)
		want   string // of the script
	}{
		"as it is": {nil, rootHere + `cd '/home/ann/my project' && claude --resume ` + id},
		"forked":   {func(r *Request) { r.Fork = true }, rootHere + `cd '/home/ann/my project' && claude --resume ` + id + ` --fork-session`},
		"a chain": {
			func(r *Request) { r.Dir, r.File, r.New = "/src", `C:\Users\ann b\c.jsonl`, id },
			`IFS=; set -f; ` + rootHere + `cd /src && claude --resume $(wslpath -u 'C:'$'\134''Users'$'\134''ann b'$'\134''c.jsonl') --fork-session --session-id ` + id,
		},
		"a directory as Windows sees it": {
			func(r *Request) { r.Dir, r.Attach = `\\wsl$\debian-12\srv\x`, true }, rootHere + `cd /srv/x && claude attach ` + id[:8],
		},
		"a hostile one": {
			func(r *Request) { r.Dir = "/a\" -e x\\\n$(y)'" },
			rootHere + `cd '/a'$'\042'' -e x'$'\134'$'\012''$(y)'$'\047' && claude --resume ` + id,
		},
	} {
		w, _ := wslOf("windows", inDebian)
		want := []string{"wsl.exe", "-d", "Debian-12", "--cd", "~", "-e", "bash", "-lic", tt.want}
		if diff := cmp.Diff(want, w.argv(inWSL(tt.change))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestWSLPlan: the same command in a terminal, as a line to copy, and here.
func TestWSLPlan(t *testing.T) {
	m := newMachine()
	m.goos = "windows"
	m.path = map[string]string{"wsl.exe": `C:\Windows\wsl.exe`, "wt.exe": "/wt.exe", "cmd.exe": "/cmd.exe", "powershell.exe": "/p.exe"}
	m.files = fstest.MapFS{"C:/Users/ann": {Mode: 0o755 | os.ModeDir}, "home/ann": {Mode: 0o755 | os.ModeDir}, "wsl.localhost/Debian-12/home/ann/my project": {Mode: 0o755 | os.ModeDir}}
	l := m.launcher(t)
	l.sys.Home = `C:\Users\ann`
	if client := l.Version(t.Context(), "", inDebian); !client.Can(FromAnywhereSince) {
		t.Errorf("its client is %q", client)
	}
	plan := l.Plan(t.Context(), inWSL(nil))
	script := rootHere + `cd '/home/ann/my project' && claude --resume ` + id
	quoted := strings.ReplaceAll(script, "'", "''")
	want := `wsl.exe -d Debian-12 --cd '~' -e bash -lic '` + quoted + `'`
	if !plan.Possible || plan.Command != want {
		t.Errorf("possible %v (%s), the line is %q, want %q", plan.Possible, plan.Why, plan.Command, want)
	}
	elapsed := make(chan time.Time)
	close(elapsed)
	m.elapsed = elapsed
	if err := l.Start(t.Context(), plan); err != nil || len(m.started) != 1 {
		t.Fatalf("%d started: %v", len(m.started), err)
	}
	job := plan.launch.job
	if want := []string{`C:\Windows\wsl.exe`, "-d", "Debian-12", "--cd", "~", "-e", "bash", "-lic", script}; !slices.Equal(job.argv, want) || job.dir != l.sys.Home || job.config != (config{}) {
		t.Errorf("it runs %q in %s", job.argv, job.dir)
	}
	git := inWSL(func(r *Request) { r.Terminal = "git-bash" })
	m.files["Git/usr/bin/mintty.exe"] = &fstest.MapFile{Mode: 0o755}
	if plan := l.Plan(t.Context(), git); !plan.Possible || !slices.Equal(plan.launch.job.argv, append([]string{"env", keepWords}, job.argv...)) {
		t.Errorf("in Git Bash it runs %+v (%s)", plan.launch, plan.Why)
	}
	if gone := l.Plan(t.Context(), inWSL(func(r *Request) { r.Dir = "/gone" })); !strings.Contains(gone.Why.String(), `does not exist`) {
		t.Errorf("a directory that is gone: %q", gone.Why)
	}
	if other := l.Plan(t.Context(), inWSL(func(r *Request) { r.Dir = `\\home\ann` })); !strings.Contains(other.Why.String(), "is not in Debian-12") {
		t.Errorf("a directory of Windows: %q", other.Why)
	}
}
