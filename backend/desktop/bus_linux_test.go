package desktop

import (
	"bufio"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"
)

// privateBus starts a session bus that ends with the test, and connects to it.
func privateBus(t *testing.T) *dbus.Conn {
	t.Helper()
	daemon, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	cmd := exec.CommandContext(t.Context(), daemon, "--session", "--nofork", "--nosyslog", "--print-address=1")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	conn, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// portal is a fake desktop portal.
type portal struct{ value uint32 }

func (p portal) Read(namespace, key string) (dbus.Variant, *dbus.Error) {
	if namespace != portalNamespace || key != portalKey {
		return dbus.Variant{}, dbus.MakeFailedError(dbus.ErrMsgUnknownMethod)
	}
	return dbus.MakeVariant(dbus.MakeVariant(p.value)), nil
}

func serve(t *testing.T, conn *dbus.Conn, name, path, iface string, object any) {
	t.Helper()
	if err := conn.Export(object, dbus.ObjectPath(path), iface); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
}

func TestSystemScheme(t *testing.T) {
	for value, want := range map[uint32]Scheme{0: Unknown, 1: Dark, 2: Light, 9: Unknown} {
		conn := privateBus(t)
		serve(t, conn, portalBus, portalPath, portalSettings, portal{value})
		if got := askScheme(t.Context(), time.Minute); got != want {
			t.Errorf("the portal says %d: got %q, want %q", value, got, want)
		}
	}
}

func TestSystemSchemeWithoutAPortal(t *testing.T) {
	privateBus(t)
	if got := SystemScheme(t.Context()); got != Unknown {
		t.Errorf("got %q", got)
	}
}

func TestSystemSchemeWithoutABus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if got := SystemScheme(t.Context()); got != Unknown {
		t.Errorf("got %q", got)
	}
}

func TestWatchSystemScheme(t *testing.T) {
	conn := privateBus(t)
	changes := make(chan Scheme, 4)
	WatchSystemScheme(t.Context(), func(s Scheme) { changes <- s })
	for _, signal := range []struct {
		namespace, key string
		value          uint32
	}{
		{portalNamespace, "accent-color", 1}, // another key: not reported
		{portalNamespace, portalKey, 1},
		{portalNamespace, portalKey, 2},
	} {
		err := conn.Emit(portalPath, portalSettings+".SettingChanged",
			signal.namespace, signal.key, dbus.MakeVariant(signal.value))
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []Scheme{Dark, Light} {
		select {
		case got := <-changes:
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("%q was not reported", want)
		}
	}
}

// running is a fake Dendro that holds the lock, answering like Wails.
type running struct{ messages chan string }

func (r running) SendMessage(message string) *dbus.Error {
	r.messages <- message
	return nil
}

func TestFocusRunning(t *testing.T) {
	const id = "dendro-test.1"
	conn := privateBus(t)
	if FocusRunning(t.Context(), id, nil) {
		t.Fatal("nobody holds the lock yet")
	}
	first := running{make(chan string, 1)}
	serve(t, conn, "org.wails_app_dendro_test_1.SingleInstance", "/org/wails_app_dendro_test_1/SingleInstance",
		"org.wails_app_dendro_test_1.SingleInstance", first)
	if !FocusRunning(t.Context(), id, []string{"--demo"}) {
		t.Fatal("the lock was not seen")
	}
	var got struct{ Args []string }
	if err := json.Unmarshal([]byte(<-first.messages), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"--demo"}, got.Args); diff != "" {
		t.Error(diff)
	}
}

// fileManager is a fake file manager of a Linux desktop.
type fileManager struct{ shown chan []string }

func (f fileManager) ShowItems(uris []string, _ string) *dbus.Error {
	f.shown <- uris
	return nil
}

func TestRevealSelectsInTheFileManager(t *testing.T) {
	conn := privateBus(t)
	manager := fileManager{make(chan []string, 1)}
	serve(t, conn, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1", manager)
	if err := Reveal(t.Context(), "/home/x/a b/日本#1?.jsonl"); err != nil {
		t.Fatal(err)
	}
	want := []string{"file:///home/x/a%20b/%E6%97%A5%E6%9C%AC%231%3F.jsonl"}
	if diff := cmp.Diff(want, <-manager.shown); diff != "" {
		t.Error(diff)
	}
}
