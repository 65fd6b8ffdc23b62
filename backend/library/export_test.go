package library

import "context"

// AgentCounts returns how many files of agents the library finds for each
// session, the program's own agents apart.
func (l *Library) AgentCounts() map[string]int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	counts := map[string]int{}
	for id, list := range l.agents {
		seen := map[string]bool{}
		for _, e := range list {
			if !e.internal() && !seen[e.file.ID] {
				seen[e.file.ID] = true
				counts[id]++
			}
		}
	}
	return counts
}

// Prepare does what a window does some time after its start.
func (l *Library) Prepare() { l.prepare() }

// Shelve lets what is read until done is called be read as a long scan is.
func (l *Library) Shelve() (done func()) {
	l.scanning.Lock()
	defer l.scanning.Unlock()
	return l.shelve()
}

// GiveBack gives memory back as a window does behind a scan.
func (l *Library) GiveBack() {
	l.scanning.Lock()
	rest := l.rester(context.Background())
	l.scanning.Unlock()
	rest()
}

// Renew does what a window does some time after a long scan.
func (l *Library) Renew() { l.renew(context.Background()) }

// Sparing lets less garbage be left until done is called.
func Sparing(size int64) (done func()) { return sparing(size) }

// Bounding bounds memory as while much is read, and begin as when its chats are
// made.
func Bounding(size int64) (fit, begin, done func()) {
	b := bounding(size)
	return b.fit, b.begin, b.done
}

// Bound bounds it until the next scan has read its files.
func (l *Library) Bound() { l.bound = l.bounding(long) }
