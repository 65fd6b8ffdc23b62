package store

import (
	"io"
	"sync/atomic"

	"dendro/backend/internal/checksum"
	"dendro/backend/internal/codec"
)

// align is what the place of a part is a multiple of: what is used where it lies may
// hold numbers of eight bytes.
const align = 8

// Part is some bytes in a segment. They never change; where they lie may, when the
// store is compacted. It is safe for concurrent use.
type Part struct {
	place atomic.Pointer[place]
	size  uint32
	sum   uint32
	state atomic.Uint32 // what is known of the checksum
}

// place is where a part lies.
type place struct {
	in *segment
	at int64
}

const (
	unchecked = iota
	whole
	damaged
)

// Size returns how many bytes the part has.
func (p *Part) Size() int { return int(p.size) }

// Bytes returns the part, if it is what was written: where it lies in a mapped segment,
// else as a copy. It stays valid for good, and nobody may write to it.
func (p *Part) Bytes() ([]byte, error) {
	at := p.place.Load()
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

// found notes whether the part is what was written. Who finds it out at the same time
// finds the same.
func (p *Part) found(sound bool) {
	if sound {
		p.state.Store(whole)
	} else {
		p.state.Store(damaged)
	}
}

// ReadAt is part of io.ReaderAt. What is read is not mapped, and stays out of memory;
// it fails where the part is not what was written.
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
	at := p.place.Load()
	return at.in.file.ReadAt(b, at.at+off)
}

// sound reads the part, piece by piece, and reports whether it is what was written.
func (p *Part) sound() bool {
	buf := make([]byte, min(int(p.size), 32<<10))
	at, sum := p.place.Load(), uint32(0)
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
