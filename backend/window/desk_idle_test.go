//go:build window && linux

package window

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"dendro/build/desk"
)

// notificationServer is a fake notification server.
type notificationServer struct{ shown chan string }

func (s notificationServer) GetCapabilities() ([]string, *dbus.Error) {
	return []string{"actions", "body", "body-markup"}, nil
}

func (s notificationServer) Notify(_ string, _ uint32, _, title, body string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	s.shown <- title + " | " + body
	return 7, nil
}

// TestWindowNotifiesOfIdleSessions: while another window has focus, a session works and becomes
// idle. One notification is shown, and a click on it opens the session. Nothing is shown
// while the window has focus.
func TestWindowNotifiesOfIdleSessions(t *testing.T) {
	d := newDesk(t)
	session, err := d.WriteSession()
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(d.Root, "projects", "-home-other", "aaaaaaaa-0000-4000-8000-000000000001.jsonl"), turn("aaaaaaaa-0000-4000-8000-000000000001", 1, "Which is open"))
	put(t, filepath.Join(d.Home, ".config", "dendro", "settings.json"), `{"notify": true}`)
	address, err := d.Output(t.Context(), "printenv", "DBUS_SESSION_BUS_ADDRESS")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := dbus.Connect(strings.TrimSpace(address))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
	server := notificationServer{make(chan string, 8)}
	if err := conn.Export(server, path, name); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}

	_, w := openDendro(t, d)
	if _, err := d.Run(t.Context(), "xterm"); err != nil {
		t.Fatal(err)
	}
	other, err := d.WaitWindow(t.Context(), "xterm", patience)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Keys(t.Context(), "Return"); err != nil { // it has focus from now on
		t.Fatal(err)
	}
	grow(t, session.File, turn(session.ID, 2, strings.Repeat("Fix <b>it</b> ", 100)))
	select {
	case got := <-server.shown:
		if title, _, _ := strings.Cut(got, " | "); !strings.HasSuffix(title, ": finished") || len(title) > 200 {
			t.Errorf("told %q", got)
		}
	case <-time.After(silentAfter + patience):
		t.Fatal("nothing was told")
	}
	before := threadPart(settle(t, w))
	if err := conn.Emit(path, name+".ActionInvoked", uint32(7), "default"); err != nil {
		t.Fatal(err)
	}
	until(t, patience, "the session is not opened", func() bool {
		return desk.Difference(before, threadPart(screenshot(t, w, "clicked"))) > 0.002
	})
	settle(t, w)
	grow(t, session.File, turn(session.ID, 3, "Once more"))
	select {
	case got := <-server.shown:
		t.Errorf("told of what is seen: %q", got)
	case <-time.After(silentAfter + 5*time.Second):
	}
}

// turn returns a prompt and its answer without parents, at the current time.
func turn(session string, n int, prompt string) string {
	now := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	record := `{"parentUuid":%s,"isSidechain":false,"type":"%s","sessionId":"%s","cwd":"/home/ada/other","version":"2.1.0","message":{"role":"%s","content":%s},"uuid":"bbbbbbbb-0000-4000-8000-%012d","timestamp":"%s"}` + "\n"
	asked := fmt.Sprintf(record, "null", "user", session, "user", fmt.Sprintf("%q", prompt), 2*n, now)
	return asked + fmt.Sprintf(record, fmt.Sprintf(`"bbbbbbbb-0000-4000-8000-%012d"`, 2*n), "assistant", session, "assistant",
		`[{"type":"text","text":"Done."}]`, 2*n+1, now)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func grow(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		t.Fatal(err)
	}
}
