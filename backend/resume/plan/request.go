package plan

import (
	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// Request identifies the place to continue from, by ids.
type Request struct {
	Session string `json:"session"`
	// Record is the uuid of a record of the session; empty: the record that Claude would
	// continue from.
	Record string `json:"record"`
	// Tip is the end of the displayed branch; "" if there is none.
	Tip string `json:"tip"`
	// Before excludes the record, to edit a prompt. Turn continues after the turn's
	// answers.
	Before bool `json:"before"`
	Turn   bool `json:"turn"`
	Fork   bool `json:"fork"`
	// ResumeLive resumes a session that runs elsewhere without forking it.
	ResumeLive bool `json:"join"`
	// ClientPicksID leaves the id of a fork to the client: pasting a command twice would
	// otherwise start the same session twice.
	ClientPicksID bool `json:"-"`
	// New is the id for a new session, from an earlier plan; "" for a fresh one.
	New string `json:"new"`
	// Directory selects where to continue if the session's directory is gone: the kind of
	// one of the plan's Directories, or "chosen" for Chosen, which the user picked in a
	// dialog.
	Directory string `json:"place"`
	Chosen    string `json:"-"` // not settable by the page
	// Model and PermissionMode are options of claude for this time only, "" for its own
	// choice.
	Model          string `json:"model"`
	PermissionMode string `json:"permissionMode"`
	// Prompt is asked at once; "" leaves that to the user.
	Prompt string `json:"prompt"`
	// Terminal is the id of a terminal, "" for the one in the settings.
	Terminal string `json:"terminal"`
	// Without is what the new session does not load, see [session.ParseLeaveOut]. Quiet
	// omits the record that says so to the model.
	Without []string `json:"without"`
	Quiet   bool     `json:"quiet"`
	// List asks for the list of what would be loaded.
	List bool `json:"list"`
}

// Plan is the answer to a request.
type Plan struct {
	resume.Plan
	// Says describes the place to continue from; Notes are further remarks.
	Says  message.Message   `json:"says" ts_type:"string"`
	Notes []message.Message `json:"notes" ts_type:"string[]"`
	// New is the id of the new session, "" if the session itself continues.
	New string `json:"new"`
	// Leaf is the record to continue from, "" if nothing precedes it.
	Leaf string `json:"leaf"`
	// Prompt is the excluded prompt, for the clipboard.
	Prompt string `json:"prompt"`
	// Client is its version, "" if unknown.
	Client string `json:"client"`
	// Other is the alternative if Claude would continue from another branch than the displayed
	// one: request its record, or no tip if it has none. The plan continues the displayed
	// branch if the client can.
	Other *Other `json:"other"`
	// Directories are alternatives if the directory is gone.
	Directories []Directory `json:"places"`
	// Live is set if the session runs elsewhere.
	Live bool `json:"live"`
	// Load lists what would be loaded, if the request asks for it; nil if nothing is.
	Load *session.Load `json:"load"`
	// Refusal is why the last turns got no answer ("long", "picture", "compaction"), and
	// RefusedFrom the prompt of the earliest of them; "" if they got one.
	Refusal     transcript.Refusal `json:"refusal"`
	RefusedFrom string             `json:"refusedFrom"`

	// Loads are the uuids of the records that the client sends, in order.
	Loads []string `json:"-"`
	// Refused is set if the client cannot run the plan, in any directory.
	Refused bool `json:"-"`

	request resume.Request // unexported: bound types must not reach the page
	chain   *session.Point // to be written before the start; nil if not needed
	left    transcript.LeftOut
	without []string // the choice that left it out
}

// Request returns the request to the launcher.
func (p *Plan) Request() resume.Request { return p.request }

// In returns the plan with its texts in a language.
func (p Plan) In(language string) Plan {
	p.Plan, p.Says = p.Plan.In(language), p.Says.Fixed(language)
	notes := make([]message.Message, len(p.Notes))
	for i, note := range p.Notes {
		notes[i] = note.Fixed(language)
	}
	p.Notes = notes
	if p.Other != nil {
		p.Other = &Other{p.Other.Record, p.Other.Says.Fixed(language)}
	}
	return p
}

// Other is another record that the user may have meant.
type Other struct {
	Record string          `json:"record"`
	Says   message.Message `json:"says" ts_type:"string"`
}

// Directory is an alternative directory with the command for this client there, or "" if
// none works.
type Directory struct {
	resume.Directory
	Command string `json:"command"`
}

// DirectoryChosen is the kind of a directory that the user picked.
const DirectoryChosen = "chosen"
