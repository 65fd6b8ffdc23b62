package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/session"
)

// followed is a library with a window, so to speak, on one session of two.
func followed(t *testing.T) (l *library.Library, file, id string, thread *session.Thread) {
	t.Helper()
	h := history.New(3, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("what is read", "is answered")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "look", Prompt: "look around"}, func(a *history.Agent) {
		a.Reply("seen by the agent")
	})
	s.EndTurn()
	h.Session(testlib.Day()).Turn("another", "session")
	root := testlib.Write(t, h)
	l = testlib.InWindow(t, root, "")
	testlib.Watching(t, l)
	th, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	return l, filepath.Join(root, filepath.FromSlash(s.Path())), s.ID, th
}

// loss asks for a thread as a window does when it hears of a change.
func loss(t *testing.T, l *library.Library, id, tip string) session.Loss {
	t.Helper()
	th, err := l.Threads.Thread(t.Context(), id, tip)
	if err != nil {
		return session.Loss(err.Error())
	}
	return th.Loss
}

func TestADeletedSessionIsReadAsLongAsItIsOpen(t *testing.T) {
	l, file, id, th := followed(t)
	before := testlib.Shown(t, th)
	if err := errors.Join(os.Remove(file), os.RemoveAll(strings.TrimSuffix(file, ".jsonl"))); err != nil {
		t.Fatal(err)
	}
	testlib.Until(t, "the loss", func() bool { return loss(t, l, id, th.Tip) == session.Deleted })
	if got := testlib.Shown(t, th); got != before || !strings.Contains(got, "is answered") {
		t.Errorf("read after it was deleted: %q, before: %q", got, before)
	}
	if th.Loss != session.Deleted {
		t.Errorf("the thread that is open says %q", th.Loss)
	}
	all, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	agent := false
	for _, r := range all {
		agent = agent || r.Sidechain != nil
	}
	if !agent {
		t.Error("the agent is gone")
	}
	if found, err := testlib.FindIn(t.Context(), l, id, th.Tip, "answered", 10); err != nil || found.Matches != 1 {
		t.Errorf("found %+v, %v", found, err)
	}
	if _, _, err := l.Session(id); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("it still stands in its chat: %v", err)
	}
	if _, err := l.Threads.ResumeTarget(t.Context(), id); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("it could still be resumed: %v", err)
	}

	// Others that are opened push it out at last.
	for _, c := range l.Chats() {
		if _, err := l.Threads.Thread(t.Context(), c.Sessions[0].ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, []byte(`{"type":"user","uuid":"11111111-1111-4111-8111-111111111112","message":{"role":"user","content":"anew"}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	testlib.Until(t, "the end of the loss", func() bool { return loss(t, l, id, "") == "" })
}

func TestAnUnreadableSessionIsReadAsLongAsItIsOpen(t *testing.T) {
	if !tests.Unprivileged(t) {
		return
	}
	l, file, id, th := followed(t)
	before := testlib.Shown(t, th)
	if err := os.Chmod(file, 0); err != nil {
		t.Fatal(err)
	}
	testlib.Until(t, "the loss", func() bool { return loss(t, l, id, th.Tip) == session.Unopenable })
	if got := testlib.Shown(t, th); got != before {
		t.Errorf("read when it could not be opened: %q, before: %q", got, before)
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	testlib.Until(t, "its return", func() bool { return loss(t, l, id, th.Tip) == "" })
	if got := testlib.Shown(t, th); got != before {
		t.Errorf("read when it was back: %q, before: %q", got, before)
	}
}
