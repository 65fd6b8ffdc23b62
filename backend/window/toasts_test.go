package window

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
)

// fakeToolkit records its calls.
type fakeToolkit struct {
	did     []string
	sent    []runtime.NotificationOptions
	respond func(runtime.NotificationResult)

	beginError, allowError, sendError error
	allowed                           bool
}

func (f *fakeToolkit) toasts() *toasts {
	return &toasts{
		start: func() error {
			f.did = append(f.did, "begin")
			return f.beginError
		},
		allowed: func() (bool, error) {
			f.did = append(f.did, "ask")
			return f.allowed, f.allowError
		},
		send: func(o runtime.NotificationOptions) error {
			f.sent = append(f.sent, o)
			return f.sendError
		},
		listen: func(respond func(runtime.NotificationResult)) {
			f.did = append(f.did, "listen")
			f.respond = respond
		},
	}
}

func TestToasts(t *testing.T) {
	kit := &fakeToolkit{allowed: true}
	var clicked []string
	n := kit.toasts()
	n.clicked = func(key string) { clicked = append(clicked, key) }
	note := desktop.Notification{Key: "one", Title: "Pay\n$5", Frame: func(title string) string { return title + ": finished" }, Body: "my-app"}
	for range 2 {
		if err := n.Notify(note); err != nil {
			t.Fatal(err)
		}
	}
	if err := n.Ready(); err != nil {
		t.Fatal(err)
	}
	if want := []string{"begin", "listen", "ask"}; !slices.Equal(kit.did, want) {
		t.Errorf("did %q, want %q", kit.did, want)
	}
	n.inert = true
	if err := n.Notify(note); err != nil {
		t.Fatal(err)
	}
	want := []runtime.NotificationOptions{
		{ID: "one", Title: "Pay $5: finished", Body: "my-app"},
		{ID: "one", Title: "Pay $5: finished", Body: "my-app"},
		{ID: "one", Title: "Pay ＄5: finished", Body: "my-app"},
	}
	if diff := cmp.Diff(want, kit.sent); diff != "" {
		t.Error(diff)
	}

	answer := func(id, action string, err error) {
		kit.respond(runtime.NotificationResult{
			Response: runtime.NotificationResponse{ID: id, ActionIdentifier: action}, Error: err,
		})
	}
	answer("broken", openAction, errors.New("no JSON"))
	answer("closed", "com.apple.UNNotificationDismissActionIdentifier", nil)
	answer("", openAction, nil)
	answer("one", openAction, nil)
	if !slices.Equal(clicked, []string{"one"}) {
		t.Errorf("clicked %q", clicked)
	}
}

func TestToastsSayWhyNot(t *testing.T) {
	kit := &fakeToolkit{beginError: errors.New("no bundle")}
	n := kit.toasts()
	says := func(word string) {
		t.Helper()
		if err := n.Ready(); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("ready: %v, want %q", err, word)
		}
	}
	says("no bundle")
	if n.Notify(desktop.Notification{}) == nil || len(kit.sent) > 0 {
		t.Error("shown without the toolkit")
	}
	if slices.Contains(kit.did, "ask") || slices.Contains(kit.did, "listen") {
		t.Errorf("did %q where nothing had begun", kit.did)
	}
	kit.beginError = nil
	says("Allow them in the system settings")
	kit.allowError = errors.New("unsigned")
	says("unsigned")
	kit.sendError = errors.New("timed out")
	if n.Notify(desktop.Notification{}) == nil {
		t.Error("what was not sent is no error")
	}
}
