package export

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Document is what is exported: a branch, a turn, or any other run of rows.
type Document struct {
	Session   string       `json:"session"`
	Continues string       `json:"continues,omitempty"` // the session that holds the beginning, "" where this one does
	Title     string       `json:"title"`               // of the session
	Project   string       `json:"project"`             // the working directory
	Tip       string       `json:"tip"`
	Agent     *Agent       `json:"agent,omitempty"` // whose rows they are; nil: the session's own
	Rows      []thread.Row `json:"rows"`
	// Branches are the other branches of a chat, where all of it is exported:
	// each with the rows that no branch before it has.
	Branches []Document `json:"branches,omitempty"`
}

// Agent is one that a session started.
type Agent struct {
	ID          string `json:"id"` // of its first record, where it has none itself
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
}

// Heading returns what a document is called: the task of its agent, or the
// session's title.
func (d *Document) Heading() string {
	if d.Agent == nil {
		return cmp.Or(d.Title, d.Session)
	}
	kind := cmp.Or(d.Agent.Type, "Agent")
	if d.Agent.Description == "" {
		return kind
	}
	return kind + ": " + d.Agent.Description
}

// Picture is an image's bytes.
type Picture struct {
	Type string // image/png, image/jpeg, image/gif or image/webp
	Data []byte
}

// Options say how.
type Options struct {
	// Picture returns an image of a record, and false where it is not to be
	// had. Nil: images are left out.
	Picture func(uuid string, index int) (Picture, bool)
	// Thinking includes the model's thinking.
	Thinking bool
	// Mask hides what looks like a secret.
	Mask bool
	// Zone is where times are said for; nil: UTC.
	Zone *time.Location
}

// Formats returns the formats that Render knows, which are also the endings of
// their files' names.
func Formats() []string { return []string{"md", "html", "json"} }

// Render writes a document in a format.
func Render(d *Document, format string, o Options) ([]byte, error) {
	switch format {
	case "md":
		return Markdown(d, o), nil
	case "html":
		return HTML(d, o)
	case "json":
		return JSON(d, o)
	}
	return nil, fmt.Errorf("export: %q is no format that is known", format)
}

// shown returns what is written of a document and its branches: the chosen rows, and
// everything masked. d is not changed.
func (o *Options) shown(d *Document) *Document {
	shown := *d
	shown.Title, shown.Project, shown.Rows = o.clean(d.Title), o.clean(d.Project), o.prepare(d.Rows)
	if a := d.Agent; a != nil {
		shown.Agent = &Agent{ID: a.ID, Type: o.clean(a.Type), Description: o.clean(a.Description)}
	}
	shown.Branches = make([]Document, 0, len(d.Branches))
	for i := range d.Branches {
		shown.Branches = append(shown.Branches, *o.shown(&d.Branches[i]))
	}
	return &shown
}

// prepare returns the rows to write: chosen, masked, at any depth. The given
// rows are not changed.
func (o *Options) prepare(rows []thread.Row) []thread.Row {
	out := make([]thread.Row, 0, len(rows))
	for _, r := range rows {
		if r.Kind == thread.RowThinking.String() && !o.Thinking {
			continue
		}
		r.Text = o.clean(r.Text)
		if r.From != nil {
			r.From = &transcript.Sender{Kind: r.From.Kind, Name: o.clean(r.From.Name)}
		}
		if r.Tool != nil {
			t := *r.Tool
			t.Result = o.clean(t.Result)
			t.Input = o.cleanJSON(t.Input)
			t.Detail = o.cleanJSON(t.Detail)
			r.Tool = &t
		}
		if r.Sidechain != nil {
			s := *r.Sidechain
			s.Rows = o.prepare(s.Rows)
			r.Sidechain = &s
		}
		out = append(out, r)
	}
	return out
}

// pictures returns the images of a row: its own and those of its result.
func (o *Options) pictures(r *thread.Row) (list []Picture) {
	if o.Picture == nil {
		return nil
	}
	add := func(uuid string, images []thread.Image) {
		for _, image := range images {
			if p, ok := o.Picture(uuid, image.Index); ok && PlainImage(p.Type) {
				list = append(list, p)
			}
		}
	}
	add(r.UUID, r.Pictures)
	if r.Tool != nil {
		add(r.Tool.ResultUUID, r.Tool.Pictures)
	}
	return list
}

// PlainImage reports whether a media type is that of an image that may be shown. SVG is
// none: it may hold scripts.
func PlainImage(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

// unrecorded reports whether a row is thinking of which only the signature was kept.
func unrecorded(r *thread.Row) bool {
	return r.Kind == thread.RowThinking.String() && strings.TrimSpace(r.Text) == ""
}

// you and task say who has written a prompt: a person, or who started an agent.
const you, task = "You", "Task"

// prober returns who writes the prompts of a document.
func (d *Document) prober() string {
	if d.Agent != nil {
		return task
	}
	return you
}

// label returns what a row is called. prober is who writes the prompts.
func label(r *thread.Row, prober string) string {
	switch {
	case r.From != nil:
		return r.From.Label()
	case r.Kind == "prompt":
		return prober
	}
	switch r.Kind {
	case "reply":
		return "Claude"
	case "compaction":
		return "Compacted here"
	}
	return strings.ToUpper(r.Kind[:1]) + r.Kind[1:]
}

// target returns the one line of a tool's input that says what it is about.
func target(t *thread.Tool) string {
	about := transcript.Target(transcript.Value(t.Input)).String()
	line, _, _ := strings.Cut(about, "\n")
	if transcript.RunsCommands(t.Name) {
		line = transcript.CommandLine(about)
	}
	runes := []rune(line)
	switch {
	case len(runes) <= 100:
	case strings.ContainsAny(line, " \t"):
		line = string(runes[:99]) + "…"
	default: // a path is told by its end
		line = string(runes[:30]) + "…" + string(runes[len(runes)-69:])
	}
	return line
}
