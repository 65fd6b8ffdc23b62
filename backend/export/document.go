package export

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Document is the content of an export: a branch, a turn, or any other range of rows.
type Document struct {
	Session   string       `json:"session"`
	Continues string       `json:"continues,omitempty"` // the session with the beginning, "" if this one has it
	Title     string       `json:"title"`               // of the session
	Project   string       `json:"project"`             // the working directory
	Tip       string       `json:"tip"`
	Agent     *Agent       `json:"agent,omitempty"` // the agent whose rows these are; nil: the session's own
	Rows      []thread.Row `json:"rows"`
	// Branches are the other branches of a chat in an export of all of it: each with the
	// rows that no earlier branch has.
	Branches []Document `json:"branches,omitempty"`
}

// Agent is an agent that a session started.
type Agent struct {
	ID          string `json:"id"` // of its first record if it has no id
	Type        string `json:"type,omitempty"`
	Description string `json:"description,omitempty"`
}

// Heading returns the document's title: the agent's task, or the session's title.
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

// Picture holds an image.
type Picture struct {
	Type string // image/png, image/jpeg, image/gif or image/webp
	Data []byte
}

// Options control the rendering.
type Options struct {
	// Picture returns an image of a record, or false if it is unavailable. If nil, images
	// are left out.
	Picture func(uuid string, index int) (Picture, bool)
	// Thinking includes the model's thinking.
	Thinking bool
	// Mask redacts likely secrets.
	Mask bool
	// Output limits the length in bytes of each text of a call and of its result; 0: whole.
	Output int
	// Zone is the time zone of displayed times; nil: UTC.
	Zone *time.Location
}

// Formats returns the formats of Render, which are also the file name extensions.
func Formats() []string { return []string{"md", "html", "json"} }

// Render writes a document in the given format.
func Render(d *Document, format string, o Options) ([]byte, error) {
	switch format {
	case "md":
		return Markdown(d, o), nil
	case "html":
		return HTML(d, o)
	case "json":
		return JSON(d, o)
	}
	return nil, fmt.Errorf("export: unknown format %q", format)
}

// selected returns the document to render: the selected rows, redacted if requested. d is not
// changed.
func (o *Options) selected(d *Document) *Document {
	shown := *d
	shown.Title, shown.Project, shown.Rows = o.clean(d.Title), o.clean(d.Project), o.prepare(d.Rows)
	if a := d.Agent; a != nil {
		shown.Agent = &Agent{ID: a.ID, Type: o.clean(a.Type), Description: o.clean(a.Description)}
	}
	shown.Branches = make([]Document, 0, len(d.Branches))
	for i := range d.Branches {
		shown.Branches = append(shown.Branches, *o.selected(&d.Branches[i]))
	}
	return &shown
}

// prepare returns the rows to render: selected and redacted, at any depth. The given rows
// are not changed.
func (o *Options) prepare(rows []thread.Row) []thread.Row {
	out := make([]thread.Row, 0, len(rows))
	for _, r := range rows {
		if r.Kind == thread.RowThinking.String() && !o.Thinking {
			continue
		}
		r.Text = o.clean(r.Text)
		if r.From != nil {
			r.From = &transcript.Sender{Kind: r.From.Kind, Name: o.clean(r.From.Name)}
			r.Subject = o.clean(r.Subject)
		}
		if r.Tool != nil {
			t := *r.Tool
			t.Result = o.brief(o.clean(t.Result))
			t.Input = o.briefJSON(o.cleanJSON(t.Input))
			if t.Detail = o.cleanJSON(t.Detail); o.Output > 0 {
				t.Detail = nil // its diff is as long as the change
			}
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

// PlainImage reports whether a media type is an image type that is safe to show. SVG is
// excluded: it may hold scripts.
func PlainImage(mediaType string) bool {
	switch mediaType {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

// unrecorded reports whether a row is thinking of which only the signature was recorded.
func unrecorded(r *thread.Row) bool {
	return r.Kind == thread.RowThinking.String() && strings.TrimSpace(r.Text) == ""
}

// you and task are the headings of a prompt by a person, and by the starter of an agent.
const you, task = "You", "Task"

// author returns the heading of a document's prompts.
func (d *Document) author() string {
	if d.Agent != nil {
		return task
	}
	return you
}

// label returns the heading of a row. author is the heading of prompts.
func label(r *thread.Row, author string) string {
	switch {
	case r.From != nil:
		return r.Sender()
	case r.Kind == "prompt":
		return author
	}
	switch r.Kind {
	case "reply":
		return "Claude"
	case "compaction":
		return "Compacted here"
	}
	return strings.ToUpper(r.Kind[:1]) + r.Kind[1:]
}

// target returns the line of a tool's input that best describes the call.
func target(t *thread.Tool) string {
	about := transcript.Target(jsonl.Value(t.Input)).String()
	line, _, _ := strings.Cut(about, "\n")
	if transcript.RunsCommands(t.Name) {
		line = transcript.CommandLine(about)
	}
	runes := []rune(line)
	switch {
	case len(runes) <= 100:
	case strings.ContainsAny(line, " \t"):
		line = string(runes[:99]) + "…"
	default: // the end of a path identifies it
		line = string(runes[:30]) + "…" + string(runes[len(runes)-69:])
	}
	return line
}
