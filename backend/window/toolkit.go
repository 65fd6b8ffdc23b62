package window

import (
	runtimeos "runtime"

	"github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/desktop"
)

// newNotifier speaks to the desktop itself on Linux: the toolkit's own notifications
// would start a bus where there is none, and pass markup on.
func (w *Window) newNotifier() Notifier {
	if runtimeos.GOOS == "linux" {
		return desktop.NewNotifier(w.ctx, w.openSession)
	}
	return &toasts{
		toolkit: wailsToolkit{w.Shell},
		clicked: w.openSession,
		inert:   runtimeos.GOOS == "windows",
	}
}

// wailsToolkit is what Wails has of notifications. Nothing of it may be called
// before Begin has succeeded: outside of an app bundle macOS ends the process.
type wailsToolkit struct{ shell *Shell }

func (k wailsToolkit) Begin() error {
	if err := desktop.ShareCOM(); err != nil {
		return err
	}
	return runtime.InitializeNotifications(k.shell.wait())
}

func (k wailsToolkit) Allowed() (bool, error) {
	return runtime.RequestNotificationAuthorization(k.shell.wait())
}

func (k wailsToolkit) Send(o runtime.NotificationOptions) error {
	return runtime.SendNotification(k.shell.wait(), o)
}

func (k wailsToolkit) OnResponse(fn func(runtime.NotificationResult)) {
	runtime.OnNotificationResponse(k.shell.wait(), fn)
}
