package onward

import (
	"context"
	"strings"

	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

// places decides where to go on if the directory is gone. Without a choice of the
// person's nothing is run anywhere.
func (d *decider) places(landing library.Landing) error {
	if d.Launcher.DirProblem(d.req) == "" && d.wish.Place == "" {
		return nil
	}
	here := d.req
	for _, place := range d.Launcher.Places(here.Dir) {
		req, chain := d.in(place, landing)
		command := ""
		if d.cannot(place) == "" {
			command = d.Launcher.Text(req)
		}
		d.plan.Places = append(d.plan.Places, Place{place, command})
		if place.Kind == d.wish.Place {
			d.choose(req, chain, d.cannot(place))
		}
	}
	if d.wish.Place == PlaceChosen && d.wish.Chosen != "" {
		place := resume.Place{Kind: PlaceChosen, Dir: d.wish.Chosen}
		req, chain := d.in(place, landing)
		d.plan.Places = append(d.plan.Places, Place{place, d.Launcher.Text(req)})
		d.choose(req, chain, d.cannot(place))
	}
	return d.ctx.Err()
}

func (d *decider) choose(req resume.Request, chain bool, why string) {
	d.req = req
	if why != "" {
		d.why = why
	}
	if chain {
		d.plan.chain = &d.point
	}
	if req.New != "" {
		d.plan.New = req.New
	}
}

// in is the request carried out in a place, and whether it loads a chain. By its id a
// session is found from another directory from 2.1.223 on, and goes on where it lies; from
// 2.1.139 on its messages are loaded into a new one there. Older clients need the
// directory itself.
func (d *decider) in(place resume.Place, landing library.Landing) (resume.Request, bool) {
	req := d.req
	req.Dir = place.Dir
	switch {
	case place.Kind == resume.PlaceMake:
		req.MakeDir = true
		return req, d.plan.chain != nil
	case req.Fresh || req.Attach || req.File != "":
		return req, d.plan.chain != nil
	case d.client.Can(resume.FromAnywhereSince):
		return req, false
	}
	// What the client would load of the session, as a chain of its own.
	req.New = d.newID()
	req.File = d.chainFile(req.New)
	d.point.Record = landing.Leaf
	return req, true
}

// cannot says why this client cannot go on in a place, or nothing.
func (d *decider) cannot(place resume.Place) string {
	if place.Kind == resume.PlaceMake || d.client.Can(resume.LoadsFilesSince) {
		return ""
	}
	return "Claude Code " + d.client.Version + " finds a session only from its own directory: make that anew first; from another one it can from " + resume.LoadsFilesSince + " on"
}

// Start carries a plan out: what has to be loaded is written, the directory made where
// that was chosen, and the terminal opened.
func (p *Planner) Start(ctx context.Context, plan Plan) error {
	if err := p.Prepare(ctx, &plan); err != nil {
		return err
	}
	return p.Launcher.Start(ctx, plan.Plan)
}

// mapDir returns a directory by the person's table of beginnings as other machines
// write them, and what they are here. The longest beginning counts, and only
// whole names: /home/ann is none of /home/anna.
func mapDir(dir string, table []settings.Mapping) string {
	best, mapped := 0, dir
	for _, m := range table {
		from := strings.TrimRight(m.From, `/\`)
		after, ok := strings.CutPrefix(dir, from)
		if from == "" || !ok || len(from) <= best || after != "" && after[0] != '/' && after[0] != '\\' {
			continue
		}
		switch windows := strings.Contains(m.To, `\`); {
		case windows == strings.Contains(m.From, `\`):
		case windows:
			after = strings.ReplaceAll(after, "/", `\`)
		default:
			after = strings.ReplaceAll(after, `\`, "/")
		}
		best, mapped = len(from), strings.TrimRight(m.To, `/\`)+after
	}
	return mapped
}
