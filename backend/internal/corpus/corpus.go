// Package corpus writes large synthetic histories for benchmarks: of a given size, with the
// mix of lines found in real histories.
//
// About two thirds of the bytes are user lines (tool results, once as text and again in
// toolUseResult, and images in base64), a third are assistant lines (more signatures than
// text), and the rest is small: 28 percent of the bytes are text of messages, and 7 percent
// are text other than results. File sizes are distributed like real ones: half of them are
// below 120 KB, one in a hundred is above 4 MB, one is a tenth of everything. One session
// in twenty is a resumed copy of another; agents are in side directories. Texts are
// English, code, Chinese and Japanese, with emoji and terminal colours.
//
// The same size and seed give the same bytes, except for the last digits of floating-point
// numbers that differ between processors. For histories with a plot see package history.
package corpus

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Stats describes the written history.
type Stats struct {
	Projects, Sessions, Copies, Agents int
	Lines                              int
	Bytes                              int64
}

// Write creates a Claude config directory in dir with about size bytes of session files.
// dir is created if necessary; existing files stay. File times are those of the last
// records.
func Write(dir string, size int64, seed uint64) (Stats, error) {
	rng := rand.New(rand.NewPCG(seed, 0x5ca1ab1e))
	c := &corpus{dir: dir, size: size, rng: rng, pool: newPool(rng), now: epoch}
	for c.stats.Bytes < size {
		if err := c.session(); err != nil {
			return c.stats, fmt.Errorf("write corpus: %w", err)
		}
	}
	return c.stats, nil
}

// epoch is the start of the first session.
var epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

const (
	sessionsPerProject = 40
	copyEvery          = 20      // sessions
	copyMax            = 4 << 20 // maximum size of a copied session, in bytes
)

type corpus struct {
	dir   string
	size  int64
	rng   *rand.Rand
	pool  *pool
	now   time.Time
	stats Stats
	cwd   string
	slug  string
	big   bool   // the big one is written
	last  []byte // the previous session's chain records, for a copy
	lastS string // its id
}

// session writes one session and its agents.
func (c *corpus) session() error {
	if c.stats.Sessions%sessionsPerProject == 0 {
		c.stats.Projects++
		c.cwd = fmt.Sprintf("/home/ada/src/project-%03d", c.stats.Projects)
		c.slug = fmt.Sprintf("-home-ada-src-project-%03d", c.stats.Projects)
	}
	c.stats.Sessions++
	s := newSession(c)
	copied := c.stats.Sessions%copyEvery == 0 && len(c.last) > 0 && len(c.last) < copyMax
	path := filepath.Join(c.dir, "projects", c.slug, s.id+".jsonl")
	err := c.file(path, s, func() {
		if copied {
			c.stats.Copies++
			s.resume(c.last, c.lastS)
		}
		s.talk(s.written + c.sessionSize())
		s.close()
	})
	if err != nil {
		return err
	}
	c.last, c.lastS = s.chainLines, s.id
	for _, a := range s.agents {
		if err := c.agent(s, a); err != nil {
			return err
		}
	}
	return nil
}

func (c *corpus) agent(parent *session, a agent) error {
	c.stats.Agents++
	base := filepath.Join(c.dir, "projects", c.slug, parent.id, "subagents", "agent-"+a.id)
	meta := fmt.Sprintf(`{"agentType":"Explore","description":%s,"toolUseId":"%s","spawnDepth":1}`, a.prompt, a.call)
	if err := os.MkdirAll(filepath.Dir(base), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(base+".meta.json", []byte(meta), 0o644); err != nil {
		return err
	}
	s := newSession(c)
	s.id, s.agentID = parent.id, a.id
	return c.file(base+".jsonl", s, func() {
		s.task(a.prompt)
		s.talk(s.written + c.sessionSize()/4)
	})
}

// file writes one file through s.
func (c *corpus) file(path string, s *session, write func()) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	s.out = bufio.NewWriterSize(f, 256<<10)
	write()
	err = s.out.Flush()
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	c.stats.Bytes += s.written
	c.stats.Lines += s.lines
	return os.Chtimes(path, s.now, s.now)
}

// sessionSize draws a file size: half are below 120 KB, nine in ten below 640 KB, and a few
// are very large. One early session is a tenth of the corpus.
func (c *corpus) sessionSize() int64 {
	if c.stats.Sessions >= 3 && !c.big {
		c.big = true
		return c.size / 10
	}
	n := int64(100e3 * math.Exp(1.25*c.rng.NormFloat64()))
	if c.rng.IntN(50) == 0 {
		n *= 40
	}
	return min(max(n, 2e3), max(c.size/20, 2e3))
}
