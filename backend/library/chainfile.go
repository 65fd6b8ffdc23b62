package library

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// chainLife is how long a chain is kept that no session was made from.
const chainLife = 24 * time.Hour

// WriteChain writes the closed chain of a point to a new file, which only its owner may
// read: the very bytes of its records. What was written is read back, and is there only
// when a client that loads it sends what the landing says. The directory must not lie
// below a Claude directory.
func (l *Library) WriteChain(ctx context.Context, at Point, path string) (landing Landing, err error) {
	if err := l.Outside(filepath.Dir(path)); err != nil {
		return Landing{}, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return Landing{}, fmt.Errorf("write the chain: %w", err)
	}
	err = l.withOpen(ctx, at.Session, func(_ *subject, o *opened) error {
		if landing, err = o.landing(ctx, at); err != nil {
			return err
		}
		if err := o.writeChain(ctx, landing.records, path); err != nil {
			return err
		}
		if err := landing.check(path, at.Client); err != nil {
			return errors.Join(err, os.Remove(path))
		}
		return nil
	})
	return landing, err
}

// writeChain writes records of the session's own file, a line each.
func (o *opened) writeChain(ctx context.Context, records []int32, path string) (err error) {
	x, loader := o.session.Indexes()[0], o.loader()
	defer loader.close()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write the chain: %w", err)
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	out := bufio.NewWriter(file)
	for _, i := range records {
		line, err := loader.load(ctx, x.File(), x.Span(int(i)))
		if err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
	return out.Flush()
}

// errOtherChain says that a chain does not read as what it was made of. It does not
// where a file says one thing twice, in two ways.
var errOtherChain = errors.New("the records do not make a conversation that a client would load as it is shown")

// check reads a chain back.
func (to *Landing) check(path, client string) error {
	links, err := readChain(path)
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
func readChain(path string) (*lineage.Links, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the chain back: %w", err)
	}
	defer file.Close()
	var facts transcript.Facts
	var decoder transcript.Decoder
	collector := transcript.NewCollector(&facts)
	lines := transcript.NewLines(file, 0, nil)
	for lines.Next() {
		r, err := decoder.Decode(lines.Line().Text)
		if err != nil {
			return nil, fmt.Errorf("read the chain back: %w", err)
		}
		collector.Add(r, transcript.Classify(r))
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the chain back: %w", err)
	}
	return lineage.New(strings.TrimSuffix(filepath.Base(path), ".jsonl"), &facts), nil
}

// SweepChains removes the chains of a directory that have served: those whose session
// holds more than they do, and those that are a day old.
func (l *Library) SweepChains(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, e.Name())
		info, err := e.Info()
		if err == nil && (l.opt.Now().Sub(info.ModTime()) > chainLife || l.goesBeyond(id, path)) {
			err = os.Remove(path)
		}
		if !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// goesBeyond reports whether a session holds the end of a chain, and more than the chain.
func (l *Library) goesBeyond(id, chain string) bool {
	e, err := fileOf(l.Snapshot(), id)
	if err != nil {
		return false
	}
	links, err := readChain(chain)
	if err != nil || len(links.Facts.Nodes) == 0 {
		return false
	}
	in := make(map[transcript.ID]bool, len(links.Facts.Nodes))
	for i := range links.Facts.Nodes {
		in[links.Facts.Nodes[i].ID] = true
	}
	last := links.Facts.Nodes[len(links.Facts.Nodes)-1].ID
	holds, beyond := false, false
	for i := range e.Summary.Nodes {
		at := e.Summary.Nodes[i].ID
		holds, beyond = holds || at == last, beyond || !in[at]
	}
	return holds && beyond
}
