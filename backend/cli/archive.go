package cli

import (
	"context"
	"fmt"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/internal/plain"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/settings"
)

// OwnArchive returns the archive of the user who runs this process.
func OwnArchive(now func() time.Time, prober *disk.Prober) *archive.Archive {
	return archive.New(settings.DataDir(prober).Sub("archive"), now)
}

// keeper returns a Keeper without histories.
func (o *options) keeper() *library.Keeper {
	return library.NewKeeper(library.New(library.Options{
		Options: catalog.Options{Now: o.env.Now, Disk: o.env.Disk}, Managed: library.ManagedSettings(),
		Archive: OwnArchive(o.env.Now, o.env.Disk),
	}))
}

// keptRoots returns the directories of the archive to read: those of the named roots, or of
// all that are there if none is named. An archive that cannot be read costs its sessions.
func (o *options) keptRoots(ctx context.Context, roots []scan.Root) []scan.Root {
	var named []string
	if len(o.roots) > 0 {
		for _, r := range roots {
			named = append(named, r.Path)
		}
	}
	all, err := library.KeptRoots(ctx, OwnArchive(o.env.Now, o.env.Disk), o.env.Disk, named, false)
	if err != nil {
		fmt.Fprintf(o.env.Stderr, "dendro: archive: %s\n", plain.Line(err.Error()))
	}
	return all
}
