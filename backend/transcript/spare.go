package transcript

import "sync"

// mostSpare is the largest buffer that is kept for the next long line.
const mostSpare = 4 << 20

// Spare is a large buffer that several readers of lines lend each other: long
// lines are rare, and to make one for each takes longer than to read it. It is safe
// for concurrent use; its zero value has none yet.
type Spare struct {
	mu  sync.Mutex
	buf []byte
}

// take returns a buffer of at least size bytes. s may be nil.
func (s *Spare) take(size int) []byte {
	if s != nil {
		s.mu.Lock()
		buf := s.buf
		if len(buf) >= size {
			s.buf = nil
		}
		s.mu.Unlock()
		if len(buf) >= size {
			return buf
		}
	}
	return make([]byte, size)
}

// give takes back a buffer that is no longer used.
func (s *Spare) give(buf []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(buf) <= mostSpare && len(buf) > len(s.buf) {
		s.buf = buf
	}
}
