package session

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/jsonl"
	"dendro/backend/lineage"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

// Chains writes chain files, which a client loads to continue from a place in a session, and
// removes those that are no longer needed.
type Chains struct {
	opt     *Options
	threads *Threads
}

// ChainDir returns the directory of chain files in Dendro's cache directory, or "" without
// one.
func ChainDir(cache string) string { return own.Dir{Path: cache}.Sub("continue").Path }

// Write writes the closed chain of a point to a new file that only its owner may read:
// the exact bytes of its records. The file is read back, and kept only if a client that
// loads it sends the messages of the resume point. The directory must be safe to use and
// must not be below a Claude directory.
func (l *Chains) Write(ctx context.Context, at Point, path string) (landing ResumePoint, err error) {
	dir, name := own.At(path, l.opt.Disk)
	root, err := l.chainRoot(dir, own.Dir.Make)
	if err != nil {
		return ResumePoint{}, message.New("chain_not_written", "cause", err).Error(err)
	}
	defer root.Close()
	err = l.threads.withSession(ctx, at.Session, func(_ *target, o *opened) error {
		if landing, err = o.resumePoint(ctx, at); err != nil {
			return err
		}
		sum, err := o.writeChain(ctx, &landing, root, name)
		if err != nil {
			return err
		}
		if err = landing.check(root, name, at.Client); err == nil {
			err = writeSeal(root, name, sum)
		}
		if err != nil {
			return errors.Join(err, root.Remove(name))
		}
		return nil
	})
	return landing, err
}

// Check returns why chain files cannot be written to a directory, or nil.
func (l *Chains) Check(dir string) error {
	if dir == "" {
		return own.ErrNone
	}
	if err := l.opt.outside(context.Background(), dir); err != nil {
		return err
	}
	return own.Dir{Path: dir, Disk: l.opt.Disk}.Check()
}

// chainRoot opens a directory of chain files after prepare, which makes or checks it.
func (l *Chains) chainRoot(dir own.Dir, prepare func(own.Dir) error) (*os.Root, error) {
	if err := l.opt.outside(context.Background(), dir.Path); err != nil {
		return nil, err
	}
	if err := prepare(dir); err != nil {
		return nil, err
	}
	return dir.Open()
}

// writeChain writes the chain of a point, a line each. It returns the checksum of what it
// wrote.
func (o *opened) writeChain(ctx context.Context, landing *ResumePoint, root *os.Root, name string) (sum string, err error) {
	x, loader := o.session.Indexes()[0], o.loader()
	defer loader.close()
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", message.New("chain_not_written", "cause", err).Error(err)
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, root.Remove(name))
		}
	}()
	hash := sha256.New()
	out := bufio.NewWriter(io.MultiWriter(file, hash))
	load := func(i int32) ([]byte, error) { return loader.load(ctx, x.File(), x.Span(int(i))) }
	err = landing.lines(load, func(line []byte) error {
		if _, err := out.Write(line); err != nil {
			return err
		}
		return out.WriteByte('\n')
	})
	if err != nil {
		return "", err
	}
	err = out.Flush()
	return hex.EncodeToString(hash.Sum(nil)), err
}

// lines calls f with each line of the chain: the records of the session's own file as they
// are, or what stays of them. load returns the line of a record.
func (to *ResumePoint) lines(load func(int32) ([]byte, error), f func(line []byte) error) error {
	if to.without != nil {
		return to.without.lines(load, f)
	}
	for _, i := range to.records {
		line, err := load(i)
		if err == nil {
			err = f(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// errOtherChain says that a chain does not read as what it was made of. It does not
// where a file says one thing twice, in two ways.
var errOtherChain = message.New("chain_differs").Error(nil)

// check reads a chain back.
func (to *ResumePoint) check(root *os.Root, name, client string) error {
	links, err := readChain(root, name)
	if err != nil {
		return err
	}
	uuid := func(i int32) string {
		if i == lineage.None {
			return ""
		}
		return links.Facts.Names.Text(links.Facts.Nodes[i].ID)
	}
	sent := []string{}
	for _, i := range links.LoadsBy(client) {
		sent = append(sent, uuid(i))
	}
	if leaf, _ := links.LeafBy(client); uuid(leaf) != to.Leaf || !slices.Equal(sent, to.Loads) {
		return errOtherChain
	}
	return nil
}

// readChain returns the links of a file by itself.
func readChain(root *os.Root, name string) (*lineage.Links, error) {
	file, err := disk.OpenIn(root, name)
	if err != nil {
		return nil, message.New("chain_not_read", "cause", err).Error(err)
	}
	defer file.Close()
	var facts transcript.Facts
	var decoder transcript.Decoder
	collector := transcript.NewCollector(&facts)
	lines := jsonl.NewLines(file, 0, nil)
	for lines.Next() {
		r, err := decoder.Decode(lines.Line().Text)
		if err != nil {
			return nil, message.New("chain_not_read", "cause", err).Error(err)
		}
		collector.Add(r, transcript.Classify(r))
	}
	if err := lines.Err(); err != nil {
		return nil, message.New("chain_not_read", "cause", err).Error(err)
	}
	return lineage.New(strings.TrimSuffix(name, ".jsonl"), &facts), nil
}
