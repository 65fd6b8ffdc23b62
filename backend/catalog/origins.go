package catalog

import (
	"context"

	"dendro/backend/internal/disk"
	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// origins are what files beside the transcripts tell of where sessions come from.
type origins map[string][]transcript.Origin

// find looks for them. What does not answer tells nothing.
func (o *origins) find(ctx context.Context, opt *Options, roots []scan.Root) {
	found := origins{}
	ask := func(dir string, look func() map[string][]transcript.Origin) {
		told, err := disk.Ask(ctx, opt.Disk, dir, func() (map[string][]transcript.Origin, error) { return look(), nil })
		if err != nil {
			return
		}
		for session, from := range told {
			found[session] = append(found[session], from...)
		}
	}
	for _, root := range roots {
		ask(root.Path, func() map[string][]transcript.Origin { return scan.Origins([]scan.Root{root}, "") })
	}
	if opt.Cards != "" {
		ask(opt.Cards, func() map[string][]transcript.Origin { return scan.Origins(nil, opt.Cards) })
	}
	if opt.Begun != nil {
		for session, from := range opt.Begun() {
			found[session] = append(found[session], transcript.Origin{Session: from, By: transcript.BesideLog})
		}
	}
	*o = found
}

// note notes where the session of a file comes from.
func (o origins) note(f *scan.File) {
	if !f.Agent {
		f.Origins = o[f.ID]
	}
}
