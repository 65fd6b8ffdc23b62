package window

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dendro/backend/message"
	"dendro/backend/session"
)

func TestExport(t *testing.T) {
	s := newStage(t)
	request := session.ExportRequest{Session: stageSession, What: "branch", Format: "md"}
	if err := s.FileMethods.RevealExport(); err == nil {
		t.Error("revealed what was never exported")
	}
	if got, err := s.FileMethods.Export(request); err != nil || got != (Exported{}) {
		t.Errorf("a cancelled dialog: %+v, %v", got, err)
	}
	dir := t.TempDir()
	s.choice = filepath.Join(dir, "mine") // without an extension: the format's is added
	got, err := s.FileMethods.Export(request)
	text, _ := os.ReadFile(filepath.Join(dir, "mine.md"))
	if err != nil || got != (Exported{File: "mine.md", Bytes: len(text)}) || !strings.Contains(string(text), "edit it") {
		t.Errorf("got %+v, %v, wrote %q", got, err, text)
	}
	if err := s.FileMethods.RevealExport(); err != nil || !slices.Equal(s.did, []string{"reveal " + filepath.Join(dir, "mine.md")}) {
		t.Errorf("%v, did %q", err, s.did)
	}
	if _, err := s.FileMethods.Export(request); err == nil {
		t.Error("replaced a file that nobody was asked about")
	}
	s.choice = filepath.Join(dir, "mine.md") // the dialog has asked
	if _, err := s.FileMethods.Export(request); err != nil {
		t.Error(err)
	}
	s.choice = filepath.Join(dir, "none", "x.md")
	if _, err := s.FileMethods.Export(request); err == nil {
		t.Error("wrote into a directory that does not exist")
	}
	request.Session = "b"
	if _, err := s.FileMethods.Export(request); err == nil {
		t.Error("exported a session that does not exist")
	}
}

// TestExportToFolder: documents go to the chosen directory only, and replace no file there.
func TestExportToFolder(t *testing.T) {
	s := newStage(t)
	request := session.ExportRequest{Session: stageSession, What: "chat", Format: "md"}
	if _, err := s.FileMethods.ExportToFolder(request); err == nil {
		t.Error("exported to a directory that nobody chose")
	}
	if dir, err := s.FileMethods.ChooseExportFolder(); dir != "" || err != nil {
		t.Errorf("a cancelled dialog: %q, %v", dir, err)
	}
	dir := t.TempDir()
	s.choice = dir
	if got, err := s.FileMethods.ChooseExportFolder(); got != dir || err != nil {
		t.Fatal(got, err)
	}
	names := map[string]bool{}
	for range 3 {
		got, err := s.FileMethods.ExportToFolder(request)
		text, _ := os.ReadFile(filepath.Join(dir, got.File))
		if err != nil || got.Bytes != len(text) || !strings.Contains(string(text), "edit it") {
			t.Errorf("%+v, %v, wrote %q", got, err, text)
		}
		names[got.File] = true
	}
	if len(names) != 3 {
		t.Errorf("replaced a file: %v", names)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := s.FileMethods.ExportToFolder(request); err == nil {
		t.Error("wrote into a directory that is gone")
	}
}

// TestRevealSession: the page names a session by its id, never a path.
func TestRevealSession(t *testing.T) {
	s := newStage(t)
	if err := s.FileMethods.RevealSession("/etc/passwd"); err == nil {
		t.Error("revealed a path")
	}
	path := filepath.Join(s.root, "projects", "-w", stageSession+".jsonl")
	if err := s.FileMethods.RevealSession(stageSession); err != nil || !slices.Equal(s.did, []string{"reveal " + path}) {
		t.Errorf("%v, did %q", err, s.did)
	}
}

// TestFilesAtATurn: files are written where the user chooses, but not into the project.
func TestFilesAtATurn(t *testing.T) {
	s := newStage(t)
	if done, err := s.FileMethods.SaveFilesAt(stageSession, "", stagePrompt); done.Files != -1 || err != nil {
		t.Errorf("a cancelled dialog: %+v, %v", done, err)
	}
	s.choice = t.TempDir()
	if done, err := s.FileMethods.SaveFilesAt(stageSession, "", stagePrompt); done.Files != 1 || err != nil {
		t.Errorf("%+v, %v", done, err)
	}
	s.choice = filepath.Join(t.TempDir(), "x")
	name, err := s.FileMethods.SaveFileAt(stageSession, "", stagePrompt, "a.txt", string(session.Before))
	if text, _ := os.ReadFile(s.choice); name != "x" || err != nil || string(text) != "old" {
		t.Errorf("%q, %v, wrote %q", name, err, text)
	}
	if name, err := s.FileMethods.SavePatchAt(stageSession, "", stagePrompt); name != "x" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	if name, err := s.FileMethods.SaveFileAt(stageSession, "", stagePrompt, "none", string(session.Before)); name != "" || err == nil {
		t.Errorf("a file that did not exist: %q, %v", name, err)
	}
	s.choice = filepath.Join(s.dir, "x")
	if name, err := s.FileMethods.SavePatchAt(stageSession, "", stagePrompt); name != "" || err == nil {
		t.Errorf("written into the project: %q, %v", name, err)
	}
}

// TestOpenFileAsks: the user is asked before the first file is opened, and before every one
// outside of the session's directory.
func TestOpenFileAsks(t *testing.T) {
	s := newStage(t)
	open := func(block int, answer string, want bool) {
		t.Helper()
		s.choice = answer
		if ok, err := s.FileMethods.OpenFile(stageSession, stageReply, block, ""); err != nil || ok != want {
			t.Errorf("block %d: %v, %v", block, ok, err)
		}
	}
	open(0, "No", false)
	open(0, "Yes", true)
	open(0, "No", true)
	open(1, "No", false)
	var did []string
	for _, one := range s.did {
		what, _, _ := strings.Cut(one, " ")
		did = append(did, what)
	}
	if want := []string{"ask", "ask", "edit", "edit", "ask"}; !slices.Equal(did, want) {
		t.Errorf("did %q, want %q", s.did, want)
	}
	if _, err := s.FileMethods.OpenFile("/etc/passwd", stageReply, 0, ""); err == nil {
		t.Error("took a path for a session")
	}
}

// TestOpenFileOfAText: a word of a text opens the file that it names, at its line; a path that
// the text does not have opens nothing.
func TestOpenFileOfAText(t *testing.T) {
	s := newStage(t)
	for _, name := range []string{"a.txt", "b.txt"} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.choice = "Yes"
	if ok, err := s.FileMethods.OpenFile(stageSession, stagePrompt, 0, "./a.txt:7"); err != nil || !ok {
		t.Errorf("%v, %v", ok, err)
	}
	for _, word := range []string{"b.txt", filepath.Join(s.dir, "b.txt"), "/etc/passwd", "it"} {
		if ok, err := s.FileMethods.OpenFile(stageSession, stagePrompt, 0, word); err == nil {
			t.Errorf("%s: %v", word, ok)
		}
	}
	if want := "edit " + filepath.Join(s.dir, "a.txt") + " 7"; len(s.did) != 2 || s.did[1] != want {
		t.Errorf("did %q, want %q", s.did, want)
	}
}

// TestOpenProject: the page names a project by one of its chats, and the user is asked before an
// editor opens its directory.
func TestOpenProject(t *testing.T) {
	s := newStage(t)
	open := func(chat string, inEditor bool, answer string, want bool) {
		t.Helper()
		s.choice = answer
		if ok, err := s.FileMethods.OpenProject(chat, inEditor); (err == nil) != (chat == stageSession) || ok != want {
			t.Errorf("%s: %v, %v", chat, ok, err)
		}
	}
	open(stageSession, false, "No", true)
	open(stageSession, true, "No", false)
	open(stageSession, true, "Yes", true)
	open(stageSession, true, "No", true)
	open("/etc", false, "Yes", false)
	asked := message.New("ask_open_file", "path", s.dir).In("en")
	if want := []string{"open-directory " + s.dir, "ask " + asked, "ask " + asked, "edit-directory " + s.dir, "edit-directory " + s.dir}; !slices.Equal(s.did, want) {
		t.Errorf("did %q, want %q", s.did, want)
	}
}
