package library

import "sync"

// latest keeps what was made last, for those who ask for the same again: most
// questions are another letter of the one before.
type latest[K comparable, V any] struct {
	mu    sync.Mutex
	key   K
	value V
	made  bool
}

// get returns what was made for a key, made now where the last one was for another.
func (l *latest[K, V]) get(key K, make func() V) V {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.made || l.key != key {
		l.key, l.value, l.made = key, make(), true
	}
	return l.value
}
