package catalog

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"dendro/backend/internal/disk"
	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// origins holds the statements of files beside the transcripts, by session.
type origins map[string]transcript.About

// find looks for them. What does not answer tells nothing. The error says why what Dendro
// began itself is not known completely.
func (o *origins) find(ctx context.Context, opt *Options, roots []scan.Root) (err error) {
	found := origins{}
	ask := func(dir string, look func(string) map[string]transcript.About) {
		told, err := disk.WithTimeout(ctx, opt.Disk, dir, func() (map[string]transcript.About, error) { return look(dir), nil })
		if err != nil {
			return
		}
		for session, about := range told {
			found.add(session, about.Title, about.From...)
		}
	}
	for _, root := range roots {
		ask(filepath.Join(root.Path, "jobs"), scan.Jobs)
	}
	for _, dir := range scan.CardDirs(opt.Cards, roots) {
		ask(dir, scan.Cards)
	}
	if opt.StartedFrom != nil {
		var begun map[string]transcript.Origin
		begun, err = opt.StartedFrom()
		for session, from := range begun {
			found.add(session, "", from)
		}
	}
	*o = found
	return err
}

// add adds what a file says about a session.
func (o origins) add(session, title string, from ...transcript.Origin) {
	about := o[session]
	o[session] = transcript.About{Title: cmp.Or(about.Title, title), From: append(about.From, from...)}
}

// findOrigins looks for the origins of all sessions, and collects which of Dendro's own
// files are done without.
func (w *writer) findOrigins(ctx context.Context) {
	w.draft.NotUsed = slices.Concat(w.opt.NotUsed, w.keep.refused)
	if err := w.origins.find(ctx, w.opt, w.draft.Roots); err != nil {
		w.draft.NotUsed = append(w.draft.NotUsed, scan.Problem{Path: "continued.jsonl", Err: err})
	}
}

// note adds the statements about the session of a file to it.
func (o origins) note(f *transcript.File) {
	if !f.Agent {
		f.About = o[f.ID]
	}
}
