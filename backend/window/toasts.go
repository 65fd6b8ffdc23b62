package window

import (
	"errors"
	"fmt"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
)

// Notifier shows notifications on the desktop. Its methods may be called from
// any goroutine.
type Notifier interface {
	// Ready reports why none would be shown. The system may ask the person for
	// leave, whose answer it waits for.
	Ready() error
	// Notify shows one. Its error is that none was shown.
	Notify(note desktop.Notification) error
}

// toolkit is what Wails has of notifications on macOS and Windows. It is an
// interface so that what is made of it is tested on every system.
type toolkit interface {
	// Begin comes before all else, and again only where it failed.
	Begin() error
	// Allowed asks for leave where that was not done, and waits for the answer.
	Allowed() (bool, error)
	Send(o runtime.NotificationOptions) error
	// OnResponse has fn called, on a goroutine of its own, with what a person
	// does with a notification, be it one of an earlier run.
	OnResponse(fn func(runtime.NotificationResult))
}

// openAction is what Wails calls a click on the notification itself.
const openAction = "DEFAULT_ACTION"

// errNotAllowed is what Ready says where the person or the system forbids it.
var errNotAllowed = errors.New("the system does not let Dendro show notifications: allow it in the system's settings")

// toasts are the toolkit's notifications.
type toasts struct {
	toolkit toolkit
	clicked func(key string)
	inert   bool // texts are made inert, see [desktop.Inert]

	mu    sync.Mutex
	begun bool
}

// Ready reports why none would be shown.
func (t *toasts) Ready() error {
	if err := t.begin(); err != nil {
		return fmt.Errorf("there are no notifications here: %w", err)
	}
	allowed, err := t.toolkit.Allowed()
	if err != nil {
		return fmt.Errorf("%w (%w)", errNotAllowed, err)
	}
	if !allowed {
		return errNotAllowed
	}
	return nil
}

// Notify shows a notification.
func (t *toasts) Notify(note desktop.Notification) error {
	if err := t.begin(); err != nil {
		return err
	}
	title, body := note.Plain()
	if t.inert {
		title, body = desktop.Inert(title), desktop.Inert(body)
	}
	return t.toolkit.Send(runtime.NotificationOptions{ID: note.Key, Title: title, Body: body})
}

func (t *toasts) begin() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.begun {
		return nil
	}
	if err := t.toolkit.Begin(); err != nil {
		return err
	}
	t.toolkit.OnResponse(t.respond)
	t.begun = true
	return nil
}

// respond takes what became of a notification.
func (t *toasts) respond(r runtime.NotificationResult) {
	if r.Error == nil && r.Response.ActionIdentifier == openAction && r.Response.ID != "" {
		t.clicked(r.Response.ID)
	}
}
