package catalog

import (
	"context"
	"path/filepath"
	"slices"

	"dendro/backend/internal/disk"
	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// origins maps sessions to their ancestors according to files beside the transcripts.
type origins map[string][]transcript.Origin

// find looks for them. What does not answer tells nothing. The error says why what Dendro
// began itself is not known completely.
func (o *origins) find(ctx context.Context, opt *Options, roots []scan.Root) (err error) {
	found := origins{}
	ask := func(dir string, look func() map[string][]transcript.Origin) {
		told, err := disk.WithTimeout(ctx, opt.Disk, dir, func() (map[string][]transcript.Origin, error) { return look(), nil })
		if err != nil {
			return
		}
		for session, from := range told {
			found[session] = append(found[session], from...)
		}
	}
	for _, root := range roots {
		ask(filepath.Join(root.Path, "jobs"), func() map[string][]transcript.Origin { return scan.Origins([]scan.Root{root}, "") })
	}
	if opt.Cards != "" {
		ask(opt.Cards, func() map[string][]transcript.Origin { return scan.Origins(nil, opt.Cards) })
	}
	if opt.StartedFrom != nil {
		var begun map[string]transcript.Origin
		begun, err = opt.StartedFrom()
		for session, from := range begun {
			found[session] = append(found[session], from)
		}
	}
	*o = found
	return err
}

// findOrigins looks for the origins of all sessions, and collects which of Dendro's own
// files are done without.
func (w *writer) findOrigins(ctx context.Context) {
	w.draft.NotUsed = slices.Concat(w.opt.NotUsed, w.keep.refused)
	if err := w.origins.find(ctx, w.opt, w.draft.Roots); err != nil {
		w.draft.NotUsed = append(w.draft.NotUsed, scan.Problem{Path: "continued.jsonl", Err: err})
	}
}

// note notes where the session of a file comes from.
func (o origins) note(f *transcript.File) {
	if !f.Agent {
		f.Origins = o[f.ID]
	}
}
