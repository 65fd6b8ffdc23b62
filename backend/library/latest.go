package library

import "sync"

// latest caches the last value, for repeated requests with the same key: most questions add
// a letter to the previous one.
type latest[K comparable, V any] struct {
	mu    sync.Mutex
	key   K
	value V
	made  bool
}

// get returns the value for a key, computing it if the cached one is for another.
func (l *latest[K, V]) get(key K, make func() V) V {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.made || l.key != key {
		l.key, l.value, l.made = key, make(), true
	}
	return l.value
}

// forget makes the next get compute the value.
func (l *latest[K, V]) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made = false
}
