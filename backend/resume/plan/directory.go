package plan

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"dendro/backend/library"
	"dendro/backend/resume"
	"dendro/backend/settings"
)

// places decides where to go on if the directory is gone. Without a choice of the
// person's nothing is run anywhere.
func (d *decider) directories(landing library.ResumePoint) error {
	here := d.req
	if d.Launcher.DirProblem(here) == "" && d.input.Directory == "" {
		return nil
	}
	places := d.Launcher.Directories(here.Dir, mapDir(d.target.WorktreeOf, d.own.PathMap))
	if d.input.Directory == DirectoryChosen && d.input.Chosen != "" {
		places = append(places, resume.Directory{Kind: DirectoryChosen, Dir: d.input.Chosen})
	}
	for _, place := range places {
		req, why, command := d.requestIn(here, place), "", ""
		if place.Kind != resume.DirectoryRecreate {
			why = d.unsupported(resume.LoadsFilesSince, "finds a session only from its own directory: make that anew first; from another one it can")
		}
		if why == "" && req.File != here.File {
			why = d.noChains()
		}
		if why == "" {
			command = d.Launcher.Text(req)
		}
		d.plan.Directories = append(d.plan.Directories, Directory{place, command})
		if place.Kind != d.input.Directory {
			continue
		}
		if req.File != here.File { // what the client would load of the session
			d.plan.chain = &library.Point{Session: d.input.Session, Record: landing.Leaf, Client: string(d.client)}
		}
		d.req, d.why = req, cmp.Or(why, d.why)
	}
	return d.ctx.Err()
}

// in is a request carried out in a place. By its id a session is found from another
// directory from 2.1.223 on, and goes on where it lies, unless another file has its id; from 2.1.139 on its messages are
// loaded into a new one there, as a chain of its own. Older clients need the directory
// itself.
func (d *decider) requestIn(req resume.Request, place resume.Directory) resume.Request {
	req.Dir = place.Dir
	switch {
	case place.Kind == resume.DirectoryRecreate:
		req.MakeDir = true
	case req.Fresh || req.Attach || req.File != "" || d.client.Can(resume.FromAnywhereSince) && len(d.target.Others) == 0:
	default:
		req.New, req.File = d.id, d.chainFile(d.id)
	}
	return req
}

// Start carries a plan out: what has to be loaded is written, the directory made where
// that was chosen, and the terminal opened.
func (p *Planner) Start(ctx context.Context, plan Plan) error {
	if !plan.Possible {
		return fmt.Errorf("%w: %s", resume.ErrNotPossible, plan.Why)
	}
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
