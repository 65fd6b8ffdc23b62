package desktop

import (
	"context"
	"html"
	"slices"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"dendro/backend/message"
)

const (
	notifyBus      = "org.freedesktop.Notifications"
	notifyPath     = "/org/freedesktop/Notifications"
	notifyPatience = 2 * time.Second
	// defaultAction is the action for a click on the notification itself.
	defaultAction = "default"
)

// Notifier shows desktop notifications. The toolkit's own would start a bus if there is
// none, and passes markup on.
type Notifier struct {
	ctx     context.Context
	clicked func(key string)

	mu     sync.Mutex
	conn   *dbus.Conn // nil before the first notification
	markup bool       // the server interprets markup in bodies
	ids    map[string]uint32
}

// NewNotifier returns a Notifier that lives as long as ctx. clicked is called, from another
// goroutine, with the key of a clicked notification. It connects on first use.
func NewNotifier(ctx context.Context, clicked func(key string)) *Notifier {
	return &Notifier{ctx: ctx, clicked: clicked, ids: map[string]uint32{}}
}

// Ready returns an error if no notification server is available.
func (n *Notifier) Ready() error {
	ctx, cancel := context.WithTimeout(n.ctx, notifyPatience)
	defer cancel()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.connect(ctx); err != nil {
		return message.New("notify_unavailable", "cause", err).Error(err)
	}
	return nil
}

// Notify shows a notification, or returns an error if no server is available.
func (n *Notifier) Notify(note Notification) error {
	ctx, cancel := context.WithTimeout(n.ctx, notifyPatience)
	defer cancel()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.connect(ctx); err != nil {
		return err
	}
	title, body := note.Plain()
	if n.markup {
		body = html.EscapeString(body)
	}
	var id uint32
	err := n.conn.Object(notifyBus, notifyPath).CallWithContext(ctx, notifyBus+".Notify", 0,
		"Dendro", n.ids[note.Key], "dendro", title, body,
		[]string{defaultAction, note.Open}, map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("dendro")}, int32(-1),
	).Store(&id)
	if err != nil {
		_ = n.conn.Close() // reconnect on the next call
		n.conn = nil
		return err
	}
	n.ids[note.Key] = id
	return nil
}

// connect connects to the bus and asks the server for its capabilities. n.mu is held.
func (n *Notifier) connect(ctx context.Context) error {
	if n.conn != nil && n.conn.Connected() {
		return nil
	}
	conn, err := sessionBus(n.ctx)
	if err != nil {
		return err
	}
	var can []string
	err = conn.Object(notifyBus, notifyPath).CallWithContext(ctx, notifyBus+".GetCapabilities", 0).Store(&can)
	if err == nil {
		err = conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(notifyBus), dbus.WithMatchSender(notifyBus))
	}
	if err != nil {
		_ = conn.Close()
		return err
	}
	n.conn, n.markup = conn, slices.Contains(can, "body-markup")
	clear(n.ids) // they belong to another connection
	signals := make(chan *dbus.Signal, 8)
	conn.Signal(signals)
	go n.listen(signals)
	return nil
}

// listen handles the notifications' signals until the connection ends.
func (n *Notifier) listen(signals <-chan *dbus.Signal) {
	for signal := range signals {
		var id uint32
		var what any
		if dbus.Store(signal.Body, &id, &what) != nil {
			continue
		}
		key := n.keyOf(id, signal.Name == notifyBus+".NotificationClosed")
		if key != "" && signal.Name == notifyBus+".ActionInvoked" && what == defaultAction {
			n.clicked(key)
		}
	}
}

// keyOf returns the key of one of our notifications, or "".
func (n *Notifier) keyOf(id uint32, forget bool) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	for key, known := range n.ids {
		if known == id {
			if forget {
				delete(n.ids, key)
			}
			return key
		}
	}
	return ""
}
