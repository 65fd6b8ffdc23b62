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

// OwnUnpacked returns the archive of the user who runs this process, with the directory for
// the sessions that are only there.
func OwnUnpacked(now func() time.Time, prober *disk.Prober) *archive.Unpacked {
	data := settings.DataDir(prober)
	return archive.NewUnpacked(archive.New(data.Sub("archive"), now), data.Sub("unpacked"))
}

// keeper returns a Keeper without histories.
func (o *options) keeper() *library.Keeper {
	return library.NewKeeper(library.New(library.Options{
		Options: catalog.Options{Now: o.env.Now, Disk: o.env.Disk}, Managed: library.ManagedSettings(),
		Unpacked: OwnUnpacked(o.env.Now, o.env.Disk),
	}))
}

// keptRoots returns the roots of the sessions that are only in the archive: of those that
// were in the named roots, or of all if none is named. An archive that cannot be read costs
// its sessions.
func (o *options) keptRoots(ctx context.Context, kept *archive.Unpacked, roots []scan.Root) []scan.Root {
	var named []string
	if len(o.roots) > 0 {
		for _, r := range roots {
			named = append(named, r.Path)
		}
	}
	unpacked, err := library.NewKeeper(library.New(library.Options{Unpacked: kept})).Unpack(ctx, named)
	if err != nil {
		fmt.Fprintf(o.env.Stderr, "dendro: archive: %s\n", plain.Line(err.Error()))
	}
	var all []scan.Root
	for _, path := range unpacked {
		all = append(all, scan.Root{Path: path})
	}
	return all
}
