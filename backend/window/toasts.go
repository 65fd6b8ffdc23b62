package window

import (
	runtimeos "runtime"
	"sync"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
	"dendro/backend/message"
)

// Notifier shows notifications on the desktop. Its methods may be called from
// any goroutine.
type Notifier interface {
	// Ready returns an error if notifications cannot be shown. The system may ask the user
	// for permission; Ready waits for the answer.
	Ready() error
	// Notify shows a notification, or returns an error.
	Notify(note desktop.Notification) error
}

// openAction is the action that Wails reports for a click on the notification itself.
const openAction = "DEFAULT_ACTION"

// errNotAllowed is returned by Ready if the user or the system denies notifications.
var errNotAllowed = message.New("notify_denied").Error(nil)

// toasts are the toolkit's notifications on macOS and Windows. The toolkit is accessed
// through functions, so that this code is tested on every system.
type toasts struct {
	// start must be called before the other functions, and again only after a failure:
	// outside of an app bundle macOS ends a process that calls the others.
	start func() error
	// allowed requests permission if necessary, and waits for the answer.
	allowed func() (bool, error)
	send    func(runtime.NotificationOptions) error
	// listen registers a function to be called, on a goroutine of its own, with the user's
	// reaction to a notification, even one of an earlier run.
	listen  func(func(runtime.NotificationResult))
	clicked func(key string)
	inert   bool // make texts inert, see [desktop.Inert]

	mu    sync.Mutex
	begun bool
}

// newNotifier returns the desktop's own notifier on Linux: the toolkit's would start a bus
// if there is none, and pass markup on.
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

// Ready implements Notifier.
func (t *toasts) Ready() error {
	if err := t.begin(); err != nil {
		return message.New("notify_unavailable", "cause", err).Error(err)
	}
	allowed, err := t.allowed()
	if err != nil {
		return message.New("notify_denied_because", "cause", err).Error(errNotAllowed)
	}
	if !allowed {
		return errNotAllowed
	}
	return nil
}

// Notify implements Notifier.
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

// respond handles the user's reaction to a notification.
func (t *toasts) respond(r runtime.NotificationResult) {
	if r.Error == nil && r.Response.ActionIdentifier == openAction && r.Response.ID != "" {
		t.clicked(r.Response.ID)
	}
}
