package window

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dendro/backend/resume"
	"dendro/backend/resume/plan"
	"dendro/backend/settings"
)

func TestResumeMethods(t *testing.T) {
	s := newStage(t)
	request := plan.Request{Session: stageSession, Terminal: "xterm"}
	p, err := s.ResumeMethods.ResumePlan(request)
	if err != nil || !p.Possible || !slices.Equal(p.Argv, []string{"claude", "--resume", stageSession}) || len(s.started) != 0 {
		t.Errorf("planned %+v, %v, started %q", p, err, s.started)
	}
	if p, err := s.ResumeMethods.Resume(request); err != nil || p.Session != stageSession || len(s.started) != 1 || !strings.HasPrefix(s.started[0], "xterm") {
		t.Errorf("resumed %+v, %v, started %q", p, err, s.started)
	}
	if err := s.ResumeMethods.OpenTerminal(stageSession); err != nil || len(s.started) != 2 {
		t.Errorf("%v, started %q", err, s.started)
	}
	if _, err := s.ResumeMethods.Resume(plan.Request{Session: "b"}); err == nil {
		t.Error("resumed a session that does not exist")
	}
	if _, err := s.ResumeMethods.Resume(plan.Request{Session: stageSession, Terminal: "/tmp/evil"}); err == nil {
		t.Error("the page chose the program")
	}
	if _, err := s.ResumeMethods.TryTerminal("/tmp/evil"); err == nil {
		t.Error("the page tried a program of its own")
	}
	if len(s.started) != 2 {
		t.Errorf("started %q", s.started)
	}
}

// TestChosenPlace: a resume uses the directory that the user chose, never one from the page.
func TestChosenPlace(t *testing.T) {
	s := newStage(t)
	request := plan.Request{Session: stageSession, Directory: plan.DirectoryChosen, Chosen: "/etc"}
	if dir, err := s.ResumeMethods.ChoosePlace(); dir != "" || err != nil {
		t.Errorf("a cancelled dialog: %q, %v", dir, err)
	}
	s.choice = t.TempDir()
	if dir, err := s.ResumeMethods.ChoosePlace(); dir != s.choice || err != nil {
		t.Errorf("chose %q, %v", dir, err)
	}
	if p, err := s.ResumeMethods.PrepareResume(request); err != nil || p.Dir != s.choice {
		t.Errorf("in %q, %v", p.Dir, err)
	}
}

// TestBoundMethodsSpeakTheWindowsLanguage: plans, errors and questions are in the window's language.
func TestBoundMethodsSpeakTheWindowsLanguage(t *testing.T) {
	s := newStage(t)
	s.language = func() string { return "de" }
	if err := os.Remove(s.dir); err != nil {
		t.Fatal(err)
	}
	_, err := s.ResumeMethods.Resume(plan.Request{Session: stageSession})
	if want := "Fortsetzen nicht möglich: Das Verzeichnis "; err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, resume.ErrNotPossible) {
		t.Errorf("error %v, want %s", err, want)
	}
	p, err := s.ResumeMethods.ResumePlan(plan.Request{Session: stageSession})
	text, _ := json.Marshal(p)
	if err != nil || !strings.Contains(string(text), `"why":"Das Verzeichnis `) {
		t.Errorf("%s, %v", text, err)
	}
	wanted := settings.Defaults()
	wanted.CustomTerminal = []string{"xterm"}
	check, err := s.ResumeMethods.CheckResuming(wanted)
	if want := "Der eigene Terminalbefehl muss {argv...} genau einmal enthalten"; err != nil || check.Terminal.String() != want {
		t.Errorf("checked: %q, %v", check.Terminal, err)
	}
	wanted = settings.Defaults()
	wanted.ClientFlags = []string{"--model", "opus"}
	if _, err := s.ResumeMethods.SaveResuming(wanted); err != nil || len(s.did) != 1 || !strings.HasSuffix(s.did[0], "Diese Einstellungen speichern?") {
		t.Errorf("asked %q, %v", s.did, err)
	}
}

// TestSaveResuming: a resume runs only what the user confirmed in a native dialog.
func TestSaveResuming(t *testing.T) {
	s := newStage(t)
	wanted := settings.Defaults()
	wanted.Theme = "dark"
	wanted.ClientFlags = []string{"--model", "opus"}
	wanted.PathMap = []settings.Mapping{{From: "/Users/ann", To: "/home/ann"}}
	for _, tt := range []struct {
		answer string
		want   []string
	}{{"No", []string{}}, {"Yes", wanted.ClientFlags}} {
		s.did, s.choice = nil, tt.answer
		got, err := s.ResumeMethods.SaveResuming(wanted)
		if err != nil || !slices.Equal(got.ClientFlags, tt.want) || got.Theme != "system" {
			t.Errorf("%s: %+v, %v", tt.answer, got, err)
		}
		if len(s.did) != 1 || !strings.Contains(s.did[0], "claude --model opus") {
			t.Errorf("%s: asked %q", tt.answer, s.did)
		}
	}
	// The path map runs no program: no confirmation is needed.
	s.did, wanted.PathMap = nil, nil
	if got, err := s.ResumeMethods.SaveResuming(wanted); err != nil || len(got.PathMap) != 0 || len(s.did) != 0 {
		t.Errorf("%+v, %v, asked %q", got.PathMap, err, s.did)
	}
	wanted.CustomTerminal = []string{filepath.Join(t.TempDir(), "evil")}
	if _, err := s.ResumeMethods.SaveResuming(wanted); err == nil || len(s.did) != 0 {
		t.Errorf("%v, asked %q", err, s.did)
	}
}
