package resume

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestCheckSession(t *testing.T) {
	tests := []struct {
		id string
		ok bool
	}{
		{id, true},
		{strings.ToUpper(id), true},
		{"00000000-0000-0000-0000-000000000000", true},
		{"", false},
		{"--dangerously-skip-permissions-------", false},
		{"-f14e45f-ceea-467f-a0e6-3a6f1f2b9c01", false},
		{"8f14e45f-ceea-467f-a0e6-3a6f1f2b9c0", false},
		{"8f14e45f-ceea-467f-a0e6-3a6f1f2b9c011", false},
		{"8f14e45fceea467fa0e63a6f1f2b9c01", false},
		{"8f14e45f-ceea-467f-a0e6-3a6f1f2b9c0;", false},
		{"8f14e45f_ceea_467f_a0e6_3a6f1f2b9c01", false},
		{"{8f14e45f-ceea-467f-a0e6-3a6f1f2b9c}", false},
		{id + "\n", false},
		{"agent-1234abcd", false},
		{"８f14e45f-ceea-467f-a0e6-3a6f1f2b9c", false},
	}
	for _, tt := range tests {
		if got := checkSession(tt.id).IsZero(); got != tt.ok {
			t.Errorf("checkSession(%q) ok = %v, want %v", tt.id, got, tt.ok)
		}
	}
}

func TestCheckDir(t *testing.T) {
	m := newMachine()
	m.files["home/ann/file"] = &fstest.MapFile{}
	m.files["home/ann/a'b $(x) 日本"] = &fstest.MapFile{Mode: fs.ModeDir}
	tests := []struct {
		dir, want string
	}{
		{"/home/ann/project", ""},
		{"/home/ann/a'b $(x) 日本", ""},
		{"", "The session does not record the directory it was started in"},
		{"/home/ann/gone", "The directory /home/ann/gone does not exist"},
		{"/home/ann/go\x1bne", `The directory "/home/ann/go\x1bne" does not exist`},
		{"/home/ann/file", "/home/ann/file is not a directory"},
		{"project", "The directory project is not an absolute path"},
		{"-project", "The directory -project is not an absolute path"},
		{`C:\code\x`, `The directory C:\code\x belongs to another operating system`},
		{`\\wsl$\Debian\home`, `The directory \\wsl$\Debian\home belongs to another operating system`},
		{"/home/\x00", "The session's directory is not a valid path"},
	}
	for _, tt := range tests {
		if got := m.launcher(t).checkDir(tt.dir).String(); got != tt.want {
			t.Errorf("checkDir(%q) = %q, want %q", tt.dir, got, tt.want)
		}
	}
}

func TestCheckDirOnWindows(t *testing.T) {
	m := newMachine()
	m.goos = "windows"
	m.files["C:/code/x"] = &fstest.MapFile{Mode: fs.ModeDir}
	tests := []struct {
		dir, want string
	}{
		{`C:\code\x`, ""},
		{`c:/code`, "The directory c:/code does not exist"},
		{`C:code`, "The directory C:code is not an absolute path"},
		{"/home/ann/project", "The directory /home/ann/project belongs to another operating system"},
	}
	for _, tt := range tests {
		if got := m.launcher(t).checkDir(tt.dir).String(); got != tt.want {
			t.Errorf("checkDir(%q) = %q, want %q", tt.dir, got, tt.want)
		}
	}
}

func TestConfig(t *testing.T) {
	const home, other = "/home/ann/.claude", "/home/ann/.config/claude"
	tests := []struct {
		name, root, inherited string
		want                  config
	}{
		{"default", home, "", config{unset: true}},
		{"default, written differently", home + "/", "", config{unset: true}},
		{"default through a link", "/link", "", config{unset: true}},
		{"another", other, "", config{set: other}},
		{"relative", ".config/claude", "", config{set: other}},
		{"default, while the environment names another", home, other, config{unset: true, inherited: true}},
		{"default, and the environment names it too", home, home, config{set: home, inherited: true}},
		{"another, and the environment names it too", other, other, config{set: other, inherited: true}},
		{"not given", "", "", config{}},
		{"not given, environment", "", other, config{set: other, inherited: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMachine()
			same := time.Unix(1, 0)
			m.files["home/ann/.claude"] = &fstest.MapFile{Mode: fs.ModeDir, ModTime: same}
			m.files["link"] = &fstest.MapFile{Mode: fs.ModeDir, ModTime: same}
			if tt.inherited != "" {
				m.env = append(m.env, "CLAUDE_CONFIG_DIR="+tt.inherited)
			}
			l := m.launcher(t)
			l.sys.SameFile = func(a, b fs.FileInfo) bool { return a.ModTime().Equal(b.ModTime()) }
			if got := l.config(Request{Root: tt.root, DefaultRoot: home}); got != tt.want {
				t.Errorf("config(%q) = %+v, want %+v", tt.root, got, tt.want)
			}
		})
	}
}
