package archive

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// Readme is the name of the file that says what the archive is.
const Readme = "README"

const readme = `These are copies of Claude Code sessions that Dendro keeps, so that they outlive what Claude Code deletes.
Each directory here is laid out like a Claude config directory (its root.json says which one), and every file in it has the name and the bytes that it had there.
To get a session back by hand, copy projects/<directory>/<ID>.jsonl, the directory <ID> beside it, and file-history/<ID> to the same places below your Claude config directory; then run: claude --resume <ID>
<ID>.kept.json lists the files of a session with their SHA-256; a name with a date, like <ID>.20260102T030405Z.jsonl, is an older version that the newer file does not continue.
Nothing here is compressed or encrypted: a year takes as much as Claude Code wrote in it, 1 MB for each MB, or nothing until Claude Code deletes its own files where the file system can share blocks (APFS, Btrfs, XFS).
`

// create creates the archive, its README and the directory for a Claude config directory, as
// far as they are missing or damaged, and opens the archive.
func (a *Archive) create(from string) (*os.Root, error) {
	if err := a.dir.Make(); err != nil {
		return nil, err
	}
	root, err := a.open()
	if root == nil {
		return nil, cmp.Or(err, own.ErrNone)
	}
	note, _ := json.Marshal(rootNote{formatVersion, from}) // a number and a string
	for name, data := range map[string][]byte{Readme: []byte(readme), filepath.Join(nameOf(from), rootFile): append(note, '\n')} {
		if was, err := disk.ReadFileIn(root, name, 1<<16); err != nil || !bytes.Equal(was, data) {
			if err := replace(root, name, data); err != nil {
				return nil, errors.Join(err, root.Close())
			}
		}
	}
	return root, nil
}
