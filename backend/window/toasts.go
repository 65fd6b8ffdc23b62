package window

import (
	"errors"
	"fmt"
	runtimeos "runtime"
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

// openAction is what Wails calls a click on the notification itself.
const openAction = "DEFAULT_ACTION"

// errNotAllowed is what Ready says where the person or the system forbids it.
var errNotAllowed = errors.New("the system does not let Dendro show notifications: allow it in the system's settings")

// toasts are the notifications that the toolkit has on macOS and Windows. What it has of
// them are functions, so that what is made of them is tested on every system.
type toasts struct {
	// start comes before all else, and again only where it failed: outside of an app
	// bundle macOS ends the process that calls the others.
	start func() error
	// allowed asks for leave where that was not done, and waits for the answer.
	allowed func() (bool, error)
	send    func(runtime.NotificationOptions) error
	// listen has a function called, on a goroutine of its own, with what a person does
	// with a notification, be it one of an earlier run.
	listen  func(func(runtime.NotificationResult))
	clicked func(key string)
	inert   bool // texts are made inert, see [desktop.Inert]

	mu    sync.Mutex
	begun bool
}

// newNotifier speaks to the desktop itself on Linux: the toolkit's own notifications
// would start a bus where there is none, and pass markup on.
func (w *Window) newNotifier() Notifier {
	if runtimeos.GOOS == "linux" {
		return desktop.NewNotifier(w.ctx, w.openSession)
	}
	return &toasts{
		start: func() error {
			if err := desktop.ShareCOM(); err != nil {
				return err
			}
			return runtime.InitializeNotifications(w.Shell.wait())
		},
		allowed: func() (bool, error) { return runtime.RequestNotificationAuthorization(w.Shell.wait()) },
		send:    func(o runtime.NotificationOptions) error { return runtime.SendNotification(w.Shell.wait(), o) },
		listen: func(respond func(runtime.NotificationResult)) {
			runtime.OnNotificationResponse(w.Shell.wait(), respond)
		},
		clicked: w.openSession,
		inert:   runtimeos.GOOS == "windows",
	}
}

// Ready reports why none would be shown.
func (t *toasts) Ready() error {
	if err := t.begin(); err != nil {
		return fmt.Errorf("there are no notifications here: %w", err)
	}
	allowed, err := t.allowed()
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
	return t.send(runtime.NotificationOptions{ID: note.Key, Title: title, Body: body})
}

func (t *toasts) begin() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.begun {
		return nil
	}
	if err := t.start(); err != nil {
		return err
	}
	t.listen(t.respond)
	t.begun = true
	return nil
}

// respond takes what became of a notification.
func (t *toasts) respond(r runtime.NotificationResult) {
	if r.Error == nil && r.Response.ActionIdentifier == openAction && r.Response.ID != "" {
		t.clicked(r.Response.ID)
	}
}
