package window

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
	"dendro/backend/settings"
)

func TestSaveSettingsIgnoresForbiddenFields(t *testing.T) {
	s := newStage(t)
	window := settings.Window{Width: 1000, Height: 700}
	custom := []string{"my-terminal", "{argv...}"}
	if _, err := s.settings.Update(func(own *settings.Settings) { own.Window, own.CustomTerminal = window, custom }); err != nil {
		t.Fatal(err)
	}
	wanted := settings.Defaults()
	wanted.Theme = "dark"
	wanted.Terminal = "xterm"
	wanted.CustomTerminal = []string{"/tmp/evil"}
	wanted.Roots = []settings.Root{{Path: "/etc", Added: true}}
	if err := s.SettingsMethods.SaveSettings(wanted); err != nil {
		t.Fatal(err)
	}
	got, err := s.SettingsMethods.Settings()
	if err != nil {
		t.Fatal(err)
	}
	want := wanted
	want.Window, want.CustomTerminal, want.Roots = window, custom, settings.Defaults().Roots
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wanted.Terminal = "/tmp/evil"
	if err := s.SettingsMethods.SaveSettings(wanted); err == nil {
		t.Error("the page chose a program of its own as the terminal")
	}
}

// TestRoots: the user chooses a root; the page can name, colour, hide and forget it.
func TestRoots(t *testing.T) {
	s := newStage(t)
	roots := func() []string { return s.history.Library.Catalog.Snapshot().RootPaths() }
	if dir, err := s.SettingsMethods.ChooseRoot(); dir != "" || err != nil || len(s.settings.Get().Roots) != 0 {
		t.Errorf("a cancelled dialog: %q, %v, roots %v", dir, err, s.settings.Get().Roots)
	}
	s.choice = t.TempDir()
	if dir, err := s.SettingsMethods.ChooseRoot(); dir != s.choice || err != nil {
		t.Errorf("chose %q, %v", dir, err)
	}
	testlib.Until(t, "the root is read", func() bool { return slices.Contains(roots(), s.choice) })
	if err := s.SettingsMethods.SetRoot(s.choice, "Work", "blue", true); err != nil {
		t.Error(err)
	}
	if want := (settings.Root{Path: s.choice, Name: "Work", Color: "blue", Added: true, Hidden: true}); !slices.Equal(s.settings.Get().Roots, []settings.Root{want}) {
		t.Errorf("%+v", s.settings.Get().Roots)
	}
	testlib.Until(t, "the root is hidden", func() bool { return !slices.Contains(roots(), s.choice) })
	if err := s.SettingsMethods.SetRoot("/etc", "", "", false); err == nil {
		t.Error("the page named a root that is not known")
	}
	if err := s.SettingsMethods.ForgetRoot(s.choice); err != nil || len(s.settings.Get().Roots) != 0 {
		t.Errorf("%v, %v", err, s.settings.Get().Roots)
	}
}

// TestRescan finds a file that nobody watched, and stops and clears without an error.
func TestRescan(t *testing.T) {
	s := newStage(t)
	const other = "33333333-3333-4333-8333-333333333333"
	testlib.Put(t, s.root, "projects/-w/"+other+".jsonl", []byte(`{"type":"user","uuid":"`+other+`","parentUuid":null,"sessionId":"`+other+
		`","cwd":"/w","timestamp":"2026-11-02T09:00:00.000Z","message":{"role":"user","content":"another"}}`+"\n"))
	if err := s.SettingsMethods.Rescan(); err != nil {
		t.Error(err)
	}
	testlib.Until(t, "the file is read", func() bool { return len(s.history.Library.Chats()) == 2 })
	if err := s.SettingsMethods.StopReading(); err != nil {
		t.Error(err)
	}
	if err := s.SettingsMethods.ClearCache(); err != nil {
		t.Error(err)
	}
}
