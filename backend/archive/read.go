package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"

	"dendro/backend/message"
)

// Get returns a kept session by its key, with the chunks of its files.
func (a *Archive) Get(ctx context.Context, key string) (*Session, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.refresh(ctx); err != nil {
		return nil, err
	}
	return a.whole(key)
}

// Copy writes a file of a kept session. A damaged chunk is an error, which names the file;
// the bytes before it are right.
func (a *Archive) Copy(ctx context.Context, to io.Writer, s *Session, f File) error {
	return copyFile(ctx, to, s, f, a.chunk)
}

// copyFile is Copy with a function that reads a chunk.
func copyFile(ctx context.Context, to io.Writer, s *Session, f File, read func(sum) ([]byte, error)) error {
	hash := sha256.New()
	var from io.Reader = &pieces{ctx: ctx, read: read, chunks: f.Chunks}
	if f.Swapped {
		from = swapped(from, placeholder, []byte(s.ID), false)
	}
	n, err := io.Copy(io.MultiWriter(to, hash), from)
	if err == nil && (n != f.Size || sumOf(hash) != f.Hash) {
		err = errDamaged
	}
	if errors.Is(err, errDamaged) {
		return message.New("archive_damaged", "path", f.Path, "session", s.ID).Error(err)
	}
	return err
}

// pieces reads the chunks of a file one after the other.
type pieces struct {
	ctx    context.Context
	read   func(sum) ([]byte, error)
	chunks []text
	now    []byte
}

func (p *pieces) Read(b []byte) (int, error) {
	for len(p.now) == 0 {
		if err := p.ctx.Err(); err != nil {
			return 0, err
		}
		if len(p.chunks) == 0 {
			return 0, io.EOF
		}
		content, err := p.read(sum(p.chunks[0]))
		if err != nil {
			return 0, err
		}
		p.now, p.chunks = content, p.chunks[1:]
	}
	n := copy(b, p.now)
	p.now = p.now[n:]
	return n, nil
}

// chunk returns a piece of a file.
func (a *Archive) chunk(key sum) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	content, err := a.known(key)
	if errors.Is(err, fs.ErrNotExist) { // another process has rewritten packs
		a.forget()
		if err := a.refresh(context.Background()); err != nil {
			return nil, err
		}
		content, err = a.known(key)
	}
	return content, err
}

// known returns a piece of a file by the index. The caller holds the lock.
func (a *Archive) known(key sum) ([]byte, error) {
	at, ok := a.chunks[key]
	if !ok {
		return nil, errDamaged
	}
	return a.content(at, key)
}

// Damage is a kept session that cannot be restored whole.
type Damage struct {
	Session *Session
	Files   []string // the damaged ones
}

// Verify reads everything and returns the sessions that are damaged. Their files are stored
// anew when the session is kept again.
func (a *Archive) Verify(ctx context.Context) ([]Damage, error) {
	sessions, err := a.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	good := map[text]bool{} // by chunk, since many sessions share them
	var all []Damage
	for _, brief := range sessions {
		s, err := a.Get(ctx, brief.Key())
		if err != nil {
			all = append(all, Damage{Session: brief})
			continue
		}
		d := Damage{Session: brief}
		for _, f := range s.Files {
			if !a.verify(ctx, f, good) {
				d.Files = append(d.Files, f.Path)
			}
		}
		if err := ctx.Err(); err != nil {
			return all, err
		}
		if len(d.Files) > 0 {
			all = append(all, d)
		}
	}
	return all, nil
}

// verify reports whether all chunks of a file can be read, and forgets those that cannot.
func (a *Archive) verify(ctx context.Context, f File, good map[text]bool) bool {
	whole := true
	for _, c := range f.Chunks {
		if ctx.Err() != nil {
			return true
		}
		is, known := good[c]
		if !known {
			_, err := a.chunk(sum(c))
			is = err == nil
			good[c] = is
			if !is {
				a.mu.Lock()
				delete(a.chunks, sum(c))
				a.mu.Unlock()
			}
		}
		whole = whole && is
	}
	return whole
}

// sumOfReader returns the SHA-256 of the rest of a reader.
func sumOfReader(ctx context.Context, r io.Reader) (text, error) {
	hash := sha256.New()
	var n int64
	_, err := io.Copy(hash, &counted{r: r, ctx: ctx, n: &n})
	return sumOf(hash), err
}
