package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/internal/checksum"
	"dendro/backend/internal/codec"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// Manifest lists the current parts.
type Manifest struct {
	Files []*Part // one for each file, see [File]
	Rows  []*Part // of the search index's groups
	Words []*Part // of the search index's turns
	Index *Part   // the search index's description; nil without an index
	List  *Part   // the list of chats for the next start; nil if the files do not tell it yet
	Chats *Part   // the chats of the files; nil: not linked yet
}

func (m *Manifest) parts() []*Part {
	parts := slices.Concat(m.Files, m.Rows, m.Words)
	for _, p := range []*Part{m.Index, m.List, m.Chats} {
		if p != nil {
			parts = append(parts, p)
		}
	}
	return parts
}

// segments returns the segments of the parts that are not known to be damaged.
func (m *Manifest) segments() map[*segment]bool {
	all := map[*segment]bool{}
	for _, p := range m.parts() {
		if p.state.Load() != damaged {
			all[p.location.Load().in] = true
		}
	}
	return all
}

// bytes returns the number of live bytes in the segments.
func (m *Manifest) bytes() (sum int64) {
	for _, p := range m.parts() {
		sum += (int64(p.size) + align - 1) / align * align
	}
	return sum
}

const (
	manifestName = "manifest"
	// formatVersion changes with every format in this package, and with the rules that
	// produce the cached data.
	formatVersion = 39
)

// manifestHead returns the first line of a manifest, which holds the checksum of body.
func manifestHead(body []byte) string {
	return fmt.Sprintf("dendro store %d %08x\n", formatVersion, checksum.Sum(body))
}

// write replaces the manifest of a directory and returns its new content.
func (m *Manifest) write(dir string) (data []byte, err error) {
	x := new(codec.Coder)
	m.visit(x, func(p **Part) { visitPart(x, p, nil) })
	data = append([]byte(manifestHead(x.Out())), x.Out()...)
	return data, own.Dir{Path: dir}.Write(manifestName, data)
}

func (m *Manifest) visit(x *codec.Coder, one func(**Part)) {
	codec.List(x, &m.Files, one)
	codec.List(x, &m.Rows, one)
	codec.List(x, &m.Words, one)
	codec.Optional(x, &m.Index, func(p *Part) { one(&p) })
	codec.Optional(x, &m.List, func(p *Part) { one(&p) })
	codec.Optional(x, &m.Chats, func(p *Part) { one(&p) })
}

// visitPart codes the location of a part. open returns the segment with a number.
func visitPart(x *codec.Coder, p **Part, open func(number uint32) *segment) {
	var number uint32
	var at location
	if x.Reading {
		if *p == nil {
			*p = new(Part)
		}
	} else {
		at = *(*p).location.Load()
		number = at.in.number
	}
	codec.Uint(x, &number)
	codec.Int(x, &at.at)
	codec.Uint(x, &(*p).size, &(*p).sum)
	if !x.Reading {
		return
	}
	if at.in = open(number); at.at < 0 || at.at%align != 0 || at.at+int64((*p).size) > at.in.end {
		(*p).state.Store(damaged)
		at = location{at.in, 0}
	}
	(*p).location.Store(&at)
}

// readManifest reads the manifest and opens the segments it names.
func (s *Store) readManifest() (m Manifest, data []byte, err error) {
	data, err = disk.ReadFile(filepath.Join(s.dir, manifestName), maxManifest)
	if err != nil {
		return m, nil, err
	}
	head, _, _ := strings.Cut(string(data[:min(len(data), 64)]), "\n")
	body := data[min(len(head)+1, len(data)):]
	if head+"\n" != manifestHead(body) {
		return m, data, codec.ErrDamaged
	}
	x := codec.Read(body)
	m.visit(x, func(p **Part) { visitPart(x, p, s.segment) })
	if err := x.Close(); err != nil {
		return Manifest{}, data, err
	}
	return m, data, nil
}
