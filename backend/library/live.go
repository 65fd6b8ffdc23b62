package library

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// liveFor is how long after its last change a session without a registered
// process counts as live.
const liveFor = 90 * time.Second

// maxRegistry bounds an entry of sessions/; real ones have a few hundred bytes.
const maxRegistry = 64 << 10

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
		var entry struct {
			PID       int    `json:"pid"`
			SessionID string `json:"sessionId"`
		}
		if json.Unmarshal(data, &entry) == nil && entry.SessionID != "" && running(entry.PID) {
			live[entry.SessionID] = true
		}
	}
	return live
}
