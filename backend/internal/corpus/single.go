package corpus

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
)

// WriteSession creates a Claude config directory in dir with one session of about size
// bytes, without agents, and returns its id and its file.
func WriteSession(dir string, size int64, seed uint64) (id, path string, err error) {
	rng := rand.New(rand.NewPCG(seed, 0x1a59e))
	c := &corpus{dir: dir, size: size, rng: rng, pool: newPool(rng), now: epoch}
	c.cwd, c.slug = "/home/ada/src/project-001", "-home-ada-src-project-001"
	s := newSession(c)
	path = filepath.Join(dir, "projects", c.slug, s.id+".jsonl")
	err = c.file(path, s, func() {
		s.talk(size)
		s.close()
	})
	if err != nil {
		return "", "", fmt.Errorf("write session: %w", err)
	}
	return s.id, path, nil
}
