package plan

import (
	"context"
	"strings"

	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/session"
	"dendro/backend/settings"
)

// directories lists alternatives for a missing directory and applies the chosen one.
// Without a choice nothing can run.
func (d *decider) directories(landing session.ResumePoint) error {
	here := d.req
	if d.Launcher.DirProblem(here).IsZero() && d.input.Directory == "" {
		return nil
	}
	places := d.Launcher.Directories(here.Dir, mapDir(d.target.WorktreeOf, d.own.PathMap))
	if d.input.Directory == DirectoryChosen && d.input.Chosen != "" {
		places = append(places, resume.Directory{Kind: DirectoryChosen, Dir: d.input.Chosen})
	}
	for _, place := range places {
		req, why, command := d.requestIn(here, place), message.Message{}, ""
		if place.Kind != resume.DirectoryRecreate {
			why = d.unsupported(resume.LoadsFilesSince, message.New("client_needs_directory", "version", d.client, "since", resume.LoadsFilesSince))
		}
		if why.IsZero() && req.File != here.File {
			why = d.noChains()
		}
		if why.IsZero() {
			command = d.Launcher.Text(req)
		}
		d.plan.Directories = append(d.plan.Directories, Directory{place, command})
		if place.Kind != d.input.Directory {
			continue
		}
		if req.File != here.File { // the record that the client would load of the session
			d.plan.chain = &session.Point{Session: d.input.Session, Record: landing.Leaf, Client: string(d.client)}
		}
		d.req, d.why = req, message.First(why, d.why)
	}
	return d.ctx.Err()
}

// requestIn returns a request adapted to another directory. From 2.1.223 on clients find a
// session by its id from any directory and continue it in place, unless another file has
// its id. From 2.1.139 on its messages can be loaded into a new session there, as a chain
// file. Older clients need the original directory.
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

// Start executes a plan: it writes the chain file, creates the directory if that was
// chosen, and opens the terminal.
func (p *Planner) Start(ctx context.Context, plan Plan) error {
	if !plan.Possible {
		return resume.NotPossible(plan.Why)
	}
	if err := p.Prepare(ctx, &plan); err != nil {
		return err
	}
	return p.Launcher.Start(ctx, plan.Plan)
}

// mapDir replaces the prefix of another machine's directory by the user's path map. The
// longest matching prefix wins. Only whole names match: /home/ann does not match
// /home/anna.
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
