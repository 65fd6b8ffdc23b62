package library

import (
	"os"
	"path/filepath"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// liveFor is how long after its last change a session without a registered
// process counts as live.
const liveFor = 90 * time.Second

// maxRegistry bounds an entry of sessions/; real ones have a few hundred bytes.
const maxRegistry = 64 << 10

// liveness tells which sessions somebody's claude may be writing to.
type liveness struct {
	now        time.Time
	registered map[string]map[string]bool // by root
	demo       bool                       // nothing runs in a demo
}

func (l *Library) liveness(roots []string) liveness {
	v := liveness{now: l.opt.Now(), registered: map[string]map[string]bool{}, demo: l.opt.Demo}
	for _, root := range roots {
		v.registered[root] = registered(root)
	}
	return v
}

func (v *liveness) of(s *chattree.Session) bool {
	age := v.now.Sub(s.Source.ModTime)
	return !v.demo && (age >= 0 && age < liveFor || v.registered[s.Source.Root][s.ID])
}

// registered returns the sessions that a running claude has registered in
// <root>/sessions/<pid>.json. Entries of processes that are gone are left
// behind by crashes and do not count.
func registered(root string) map[string]bool {
	dir := filepath.Join(root, "sessions")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	live := map[string]bool{}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err != nil || info.Size() > maxRegistry {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		if s, ok := transcript.ParseRunningSession(data); ok && running(s.PID) {
			live[s.SessionID] = true
		}
	}
	return live
}
