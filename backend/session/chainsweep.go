package session

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
	"dendro/backend/transcript"
)

// chainLife is how long a chain is kept that no session was made from.
const chainLife = 24 * time.Hour

// Beside each chain file is a seal with its checksum: only a file with a matching seal was
// written by Dendro and is unchanged, and only such a file is swept.
const (
	sealSuffix = ".sum"
	sealSize   = 2 * sha256.Size
)

func sealName(chain string) string { return strings.TrimSuffix(chain, ".jsonl") + sealSuffix }

func writeSeal(root *os.Root, chain, sum string) error {
	return root.WriteFile(sealName(chain), []byte(sum), 0o600)
}

// isSealed reports whether a file is a chain as Dendro wrote it.
func isSealed(root *os.Root, chain string) bool {
	seal, err := readIn(root, sealName(chain), sealSize)
	if err != nil || len(seal) != sealSize {
		return false
	}
	file, err := disk.OpenIn(root, chain)
	if err != nil {
		return false
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return err == nil && hex.EncodeToString(hash.Sum(nil)) == string(seal)
}

// readIn reads the first bytes of a regular file below a directory.
func readIn(root *os.Root, name string, most int64) ([]byte, error) {
	file, err := disk.OpenIn(root, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}

// Sweep removes the chain files that are no longer needed: those whose session has
// grown beyond them, and those a day old.
func (l *Chains) Sweep() error {
	return l.removeChains(l.opt.Chains, func(root *os.Root, chain string) bool {
		info, err := root.Lstat(chain)
		return err == nil && (l.opt.Now().Sub(info.ModTime()) > chainLife || l.goesBeyond(root, chain)) && isSealed(root, chain)
	})
}

// SweepServed removes the chain files of changed sessions that have grown beyond them.
func (l *Chains) SweepServed(sessions []string) error {
	return l.removeChains(l.opt.Chains, func(root *os.Root, chain string) bool {
		return slices.Contains(sessions, strings.TrimSuffix(chain, ".jsonl")) && l.goesBeyond(root, chain) && isSealed(root, chain)
	})
}

// Clear removes all chain files, including unsealed ones of earlier versions.
func (l *Chains) Clear() error {
	return l.removeChains(l.opt.Chains, func(*os.Root, string) bool { return true })
}

// removeChains removes the chains of a directory that done reports.
// The directory must be Dendro's own: nothing is deleted through a link.
func (l *Chains) removeChains(dir string, done func(root *os.Root, chain string) bool) error {
	if dir == "" {
		return nil
	}
	root, err := l.chainRoot(own.Dir{Path: dir, Disk: l.opt.Disk}, own.Dir.Check)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	entries, err := disk.ListIn(root, ".")
	errs := []error{err}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok || !plain.IsUUID(id) || !e.Type().IsRegular() || !done(root, e.Name()) {
			continue
		}
		for _, name := range []string{e.Name(), sealName(e.Name())} {
			if err := root.Remove(name); !errors.Is(err, fs.ErrNotExist) { // another process may sweep, too
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}

// goesBeyond reports whether a session holds the end of a chain, and more than the chain.
func (l *Chains) goesBeyond(root *os.Root, chain string) bool {
	e, err := FileOf(l.opt.Catalog.Snapshot(), strings.TrimSuffix(chain, ".jsonl"))
	if err != nil {
		return false
	}
	links, err := readChain(root, chain)
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
