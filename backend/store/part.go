package store

import (
	"io"
	"sync/atomic"

	"dendro/backend/internal/checksum"
	"dendro/backend/internal/codec"
)

// align is the alignment of parts, which may hold numbers of eight bytes that are used in
// place.
const align = 8

// Part is a byte string in a segment. Its bytes never change; compaction may change its
// location. It is safe for concurrent use.
type Part struct {
	location atomic.Pointer[location]
	size     uint32
	sum      uint32
	state    atomic.Uint32 // unchecked, whole or damaged
}

// location says where a part is stored.
type location struct {
	in *segment
	at int64
}

const (
	unchecked = iota
	whole
	damaged
)

// Size returns the length in bytes.
func (p *Part) Size() int { return int(p.size) }

// Bytes verifies the part's checksum and returns its bytes: in place if the segment is
// mapped, otherwise a copy. They stay valid for the life of the process. Callers must not
// modify them.
func (p *Part) Bytes() ([]byte, error) {
	at := p.location.Load()
	if p.state.Load() == damaged {
		return nil, codec.ErrDamaged
	}
	b, err := at.in.bytes(at.at, int(p.size))
	if err == nil && p.state.Load() == unchecked {
		p.found(checksum.Sum(b) == p.sum)
	}
	if err != nil || p.state.Load() == damaged {
		return nil, codec.ErrDamaged
	}
	return b, nil
}

// found records the result of a checksum test. Concurrent checks are harmless: they agree.
func (p *Part) found(sound bool) {
	if sound {
		p.state.Store(whole)
	} else {
		p.state.Store(damaged)
	}
}

// ReadAt implements io.ReaderAt. It reads from the file instead of the mapping, so that the
// data does not stay in memory. It fails if the part is damaged.
func (p *Part) ReadAt(b []byte, off int64) (int, error) {
	if p.state.Load() == unchecked {
		p.found(p.sound())
	}
	if p.state.Load() == damaged {
		return 0, codec.ErrDamaged
	}
	if off < 0 || off+int64(len(b)) > int64(p.size) {
		return 0, io.ErrUnexpectedEOF
	}
	at := p.location.Load()
	return at.in.file.ReadAt(b, at.at+off)
}

// sound verifies the part's checksum, reading it in pieces.
func (p *Part) sound() bool {
	buf := make([]byte, min(int(p.size), 32<<10))
	at, sum := p.location.Load(), uint32(0)
	for done := 0; done < int(p.size); {
		piece := buf[:min(len(buf), int(p.size)-done)]
		if _, err := at.in.file.ReadAt(piece, at.at+int64(done)); err != nil {
			return false
		}
		sum = checksum.Update(sum, piece)
		done += len(piece)
	}
	return sum == p.sum
}
