package window

import "dendro/backend/desktop"

// newNotifier speaks to the desktop itself: the toolkit's own notifications would
// start a bus where there is none, and pass markup on.
func (w *Window) newNotifier() Notifier { return desktop.NewNotifier(w.ctx, w.openSession) }
