package window

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/own"
	"dendro/backend/internal/testlib"
	"dendro/backend/notes"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

// The session of the stage, and its records.
const (
	stageSession = "11111111-1111-4111-8111-111111111111"
	stagePrompt  = "21111111-1111-4111-8111-111111111111"
	stageReply   = "22222222-2222-4222-8222-222222222222"
)

// stage is the history of one session of two turns, the first of which edited a.txt of its directory, with the bound
// objects, and a user who answers every dialog with choice.
type stage struct {
	*methods
	ResumeMethods   *ResumeMethods
	ArchiveMethods  *ArchiveMethods
	NoteMethods     *NoteMethods
	FileMethods     *FileMethods
	SettingsMethods *SettingsMethods

	window  *Window
	dir     string // the session's directory
	root    string
	choice  string
	did     []string // what the window and the desktop did
	started []string // the command lines of started terminals
}

func newStage(t *testing.T) *stage {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	s := &stage{dir: filepath.Join(home, "work"), root: filepath.Join(home, ".claude")}
	if err := os.Mkdir(s.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	lines := strings.NewReplacer("SESSION", stageSession, "PROMPT", stagePrompt, "REPLY", stageReply, "LATER", "23333333-2222-4222-8222-222222222222", "DIR", s.dir).Replace(
		`{"type":"file-history-snapshot","messageId":"PROMPT","isSnapshotUpdate":false,"snapshot":{"messageId":"PROMPT","timestamp":"2026-11-02T09:00:00.000Z",` +
			`"trackedFileBackups":{"a.txt":{"backupFileName":"a@v1","version":1,"backupTime":"2026-11-02T09:00:00.000Z"}}}}
{"type":"user","uuid":"PROMPT","parentUuid":null,"sessionId":"SESSION","cwd":"DIR","version":"2.1.330","timestamp":"2026-11-02T09:00:00.000Z","message":{"role":"user","content":"edit it in ./a.txt:7"}}
{"type":"assistant","uuid":"REPLY","parentUuid":"PROMPT","sessionId":"SESSION","cwd":"DIR","version":"2.1.330","timestamp":"2026-11-02T09:00:01.000Z","message":{"id":"m","role":"assistant","content":[` +
			`{"type":"tool_use","id":"t1","name":"Write","input":{"file_path":"DIR/a.txt","content":"new"}},{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/srv/b.txt"}}]}}
{"type":"file-history-snapshot","messageId":"LATER","isSnapshotUpdate":false,"snapshot":{"messageId":"LATER","timestamp":"2026-11-02T09:01:00.000Z",` +
			`"trackedFileBackups":{"a.txt":{"backupFileName":"a@v2","version":2,"backupTime":"2026-11-02T09:01:00.000Z"}}}}
{"type":"user","uuid":"LATER","parentUuid":"REPLY","sessionId":"SESSION","cwd":"DIR","version":"2.1.330","timestamp":"2026-11-02T09:01:00.000Z","message":{"role":"user","content":"thanks"}}
`)
	testlib.Put(t, s.root, "projects/-w/"+stageSession+".jsonl", []byte(lines))
	testlib.Put(t, s.root, "file-history/"+stageSession+"/a@v1", []byte("old"))
	testlib.Put(t, s.root, "file-history/"+stageSession+"/a@v2", []byte("new"))
	store := settings.Open(filepath.Join(home, "settings.json"))
	read := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{
		CacheDir: filepath.Join(home, "cache"), Read: func() { read <- struct{}{} }, settings: store,
		Archive: archive.New(own.Dir{Path: filepath.Join(home, "archive")}, testlib.Begin.UTC), Notes: notes.NewStore(own.Dir{Path: filepath.Join(home, "notes")}, testlib.Begin.UTC),
		Launcher: resume.New(s.system(home)),
	}
	h, err := newHistory(ctx, o, slog.New(slog.DiscardHandler), func(catalog.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); h.close() })
	<-read
	s.window = &Window{Log: slog.New(slog.DiscardHandler), Shell: s.shell(ctx), History: h, Settings: store, ctx: ctx}
	s.bind(o)
	return s
}

// bind makes the bound objects.
func (s *stage) bind(o Options) {
	for _, object := range s.window.bound(o) {
		reflect.ValueOf(s).Elem().FieldByName(reflect.TypeOf(object).Elem().Name()).Set(reflect.ValueOf(object))
	}
	s.methods = s.FileMethods.methods
	s.reveal = func(_ context.Context, path string) error { return s.note("reveal", path) }
	s.FileMethods.editDir = func(_ context.Context, dir string) error { return s.note("edit-directory", dir) }
	s.FileMethods.openDir = func(_ context.Context, dir string) error { return s.note("open-directory", dir) }
	s.FileMethods.edit = func(_ context.Context, path string, line int) error {
		return s.note("edit", path, strconv.Itoa(line))
	}
}

func (s *stage) note(words ...string) error {
	s.did = append(s.did, strings.Join(words, " "))
	return nil
}

// shell returns a window's shell on the user of the stage.
func (s *stage) shell(ctx context.Context) *Shell {
	shell := newShell(func() string { return "en" })
	shell.wails = wailsCalls{
		show:     func(context.Context) { _ = s.note("show") },
		browse:   func(_ context.Context, url string) { _ = s.note("browse", url) },
		copyText: func(_ context.Context, text string) error { return s.note("copy", text) },
		openDir:  func(context.Context, runtime.OpenDialogOptions) (string, error) { return s.choice, nil },
		openFile: func(context.Context, runtime.OpenDialogOptions) (string, error) { return s.choice, nil },
		saveFile: func(context.Context, runtime.SaveDialogOptions) (string, error) { return s.choice, nil },
		ask: func(_ context.Context, o runtime.MessageDialogOptions) (string, error) {
			return s.choice, s.note("ask", o.Message)
		},
	}
	shell.start(ctx)
	return shell
}

// system returns a machine with a client and xterm, where nothing is started.
func (s *stage) system(home string) resume.System {
	sys := resume.Host(filepath.Join(home, "cache"))
	sys.GOOS = "linux"
	sys.Environ = func() []string { return []string{"HOME=" + home, "DISPLAY=:0"} }
	sys.LookPath = func(name string) (string, error) {
		if name == "claude" || name == "xterm" {
			return "/usr/bin/" + name, nil
		}
		return "", os.ErrNotExist
	}
	sys.Output = func(context.Context, resume.Process) ([]byte, error) { return []byte("2.1.330 (Claude Code)\n"), nil }
	sys.Start = func(p resume.Process) (<-chan error, error) {
		s.started = append(s.started, strings.Join(append([]string{filepath.Base(p.Path)}, p.Args...), " "))
		ended := make(chan error, 1)
		ended <- nil
		return ended, nil
	}
	return sys
}
