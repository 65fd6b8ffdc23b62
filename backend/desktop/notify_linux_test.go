package desktop

import (
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"
)

// notified is a notification as received by its server.
type notified struct {
	Replaces          uint32
	Title, Body, Does string
}

// notifications is a fake notification server.
type notifications struct {
	can   []string
	shown chan notified
}

func (n notifications) GetCapabilities() ([]string, *dbus.Error) { return n.can, nil }

func (n notifications) Notify(_ string, replaces uint32, _, title, body string, actions []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	n.shown <- notified{replaces, title, body, strings.Join(actions, " ")}
	if replaces > 0 {
		return replaces, nil
	}
	return 40 + uint32(len(title)), nil
}

func TestNotify(t *testing.T) {
	conn := privateBus(t)
	server := notifications{[]string{"actions", "body", "body-markup"}, make(chan notified, 4)}
	serve(t, conn, notifyBus, notifyPath, notifyBus, server)
	clicked := make(chan string, 4)
	n := NewNotifier(t.Context(), func(key string) { clicked <- key })
	if err := n.Ready(); err != nil {
		t.Fatal(err)
	}
	show := func(note Notification, want notified) {
		t.Helper()
		if err := n.Notify(note); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, <-server.shown); diff != "" {
			t.Error(diff)
		}
	}
	show(Notification{"one", "A\nb", func(title string) string { return title + ": finished" }, "<b>x</b> & y", "Open"}, notified{0, "A b: finished", "&lt;b&gt;x&lt;/b&gt; &amp; y", "default Open"})
	show(Notification{"two", "other", nil, "", "Open"}, notified{0, "other", "", "default Open"})
	show(Notification{"one", "again", nil, "", "Open"}, notified{53, "again", "", "default Open"})

	emit := func(member string, values ...any) {
		t.Helper()
		if err := conn.Emit(notifyPath, notifyBus+"."+member, values...); err != nil {
			t.Fatal(err)
		}
	}
	emit("ActionInvoked", uint32(99), "default") // another program's
	emit("ActionInvoked", uint32(53), "settings")
	emit("NotificationClosed", uint32(53), uint32(2))
	emit("ActionInvoked", uint32(53), "default") // already closed
	emit("ActionInvoked", uint32(45), "default")
	select {
	case key := <-clicked:
		if key != "two" {
			t.Errorf("%q was clicked", key)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("the click was not reported")
	}
	show(Notification{"one", "anew", nil, "", "Open"}, notified{0, "anew", "", "default Open"})
}

func TestNotifyWithoutMarkup(t *testing.T) {
	conn := privateBus(t)
	server := notifications{[]string{"body"}, make(chan notified, 1)}
	serve(t, conn, notifyBus, notifyPath, notifyBus, server)
	if err := NewNotifier(t.Context(), nil).Notify(Notification{Key: "k", Title: "t", Body: "a < b"}); err != nil {
		t.Fatal(err)
	}
	if got := <-server.shown; got.Body != "a < b" {
		t.Errorf("%+v", got)
	}
}

func TestNotifyWithoutAServer(t *testing.T) {
	conn := privateBus(t)
	n := NewNotifier(t.Context(), nil)
	if err := n.Ready(); err == nil || !strings.Contains(err.Error(), "notification service") {
		t.Errorf("ready without a server: %v", err)
	}
	if n.Notify(Notification{Key: "k", Title: "t", Body: "b"}) == nil {
		t.Error("shown by nobody")
	}
	// A server that starts later is found.
	server := notifications{nil, make(chan notified, 1)}
	serve(t, conn, notifyBus, notifyPath, notifyBus, server)
	if err := n.Notify(Notification{Key: "k", Title: "t", Body: "b"}); err != nil {
		t.Error(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if NewNotifier(t.Context(), nil).Notify(Notification{Key: "k", Title: "t", Body: "b"}) == nil {
		t.Error("shown without a bus")
	}
}
