package corpus

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"time"
)

// session writes the records of one file.
type session struct {
	*corpus
	out        *bufio.Writer
	id         string
	agentID    string
	now        time.Time
	parent     string // uuid of the previous record, "" at the beginning
	line       []byte
	text       []byte
	written    int64
	lines      int
	chainLines []byte
	agents     []agent
	title      []byte // first prompt
	message    int
}

// agent is a subagent that the session started.
type agent struct {
	id, call string
	prompt   []byte // a JSON string
}

func newSession(c *corpus) *session {
	c.now = c.now.Add(time.Duration(c.rng.IntN(90)) * time.Minute)
	return &session{corpus: c, id: c.uuid(), now: c.now}
}

func (c *corpus) uuid() string {
	a, b := c.rng.Uint64(), c.rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}

func (c *corpus) token(prefix string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(c.rng.Uint32())
	}
	return prefix + hex.EncodeToString(b)
}

// length draws a length around median, with a long tail.
func (c *corpus) length(median float64, limit int) int {
	return min(int(median*math.Exp(1.2*c.rng.NormFloat64())), limit)
}

// put writes s.line, and stores chain records for a copy of this session.
func (s *session) put(chain bool) {
	s.line = append(s.line, '\n')
	_, _ = s.out.Write(s.line) // Flush reports the error
	s.written += int64(len(s.line))
	s.lines++
	if chain && len(s.chainLines) < copyMax {
		s.chainLines = append(s.chainLines, s.line...)
	}
	s.line = s.line[:0]
}

// open begins a chain record.
func (s *session) open(typ string) {
	s.now = s.now.Add(time.Duration(500+s.rng.IntN(20000)) * time.Millisecond)
	parent := "null"
	if s.parent != "" {
		parent = `"` + s.parent + `"`
	}
	s.parent = s.uuid()
	s.line = fmt.Appendf(s.line, `{"parentUuid":%s,"isSidechain":%t,"userType":"external","cwd":"%s","sessionId":"%s","version":"2.1.219","gitBranch":"main"`,
		parent, s.agentID != "", s.cwd, s.id)
	if s.agentID != "" {
		s.line = fmt.Appendf(s.line, `,"agentId":"%s"`, s.agentID)
	}
	s.line = fmt.Appendf(s.line, `,"type":"%s"`, typ)
}

// shut ends a chain record.
func (s *session) shut() {
	s.line = append(s.line, `,"uuid":"`...)
	s.line = append(s.line, s.parent...)
	s.line = append(s.line, `","timestamp":"`...)
	s.line = s.now.AppendFormat(s.line, "2006-01-02T15:04:05.000Z")
	s.line = append(s.line, `"}`...)
	s.put(true)
}

// resume copies the records of another session like the desktop app: with the same uuids,
// and the new session's id.
func (s *session) resume(records []byte, from string) {
	s.line = append(s.line, bytes.ReplaceAll(records, []byte(from), []byte(s.id))...)
	s.lines += bytes.Count(s.line, []byte("\n")) - 1
	if at := bytes.LastIndex(s.line, []byte(`"uuid":"`)); at >= 0 {
		s.parent = string(s.line[at+8 : at+8+36])
	}
	s.line = s.line[:len(s.line)-1]
	s.put(true)
}

// talk writes turns until the file has about size bytes.
func (s *session) talk(size int64) {
	for turn := 0; s.written < size; turn++ {
		if turn > 0 || s.agentID == "" {
			s.prompt()
		}
		for range 1 + s.rng.IntN(8) {
			s.reply("thinking", s.length(70, 20e3))
			if s.rng.IntN(3) == 0 {
				s.reply("text", s.length(250, 30e3))
			}
			s.tool()
			if s.rng.IntN(4) == 0 {
				s.noise()
			}
			if s.written >= size {
				break
			}
		}
		s.reply("text", s.length(400, 30e3))
	}
}

// close writes the side records of the end of a session.
func (s *session) close() {
	s.line = fmt.Appendf(s.line, `{"type":"last-prompt","lastPrompt":"%s","leafUuid":"%s","sessionId":"%s"}`, s.title, s.parent, s.id)
	s.put(false)
	if s.rng.IntN(2) == 0 {
		s.line = fmt.Appendf(s.line, `{"type":"ai-title","aiTitle":"%s","sessionId":"%s"}`, s.pool.prose[s.rng.IntN(pieces)], s.id)
		s.put(false)
	}
}
