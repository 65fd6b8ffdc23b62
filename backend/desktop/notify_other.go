//go:build !linux

package desktop

import (
	"context"
	"errors"
)

// Notifier shows notifications on the desktop; here it knows none.
type Notifier struct{}

// NewNotifier returns a Notifier.
func NewNotifier(context.Context, func(key string)) *Notifier { return &Notifier{} }

// CanNotify tells whether this system is one that a Notifier knows.
func CanNotify() bool { return false }

// Notify shows a notification. Its error is that nobody here shows any.
func (*Notifier) Notify(Notification) error {
	return errors.New("there are no notifications on this system")
}
