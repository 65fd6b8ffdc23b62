package export

import (
	"strings"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// part is one of the two parts of a call: what it was given, or what it answered. The
// zero part shows nothing.
type part struct {
	diff     []string // lines of a diff; nil: text is all there is
	text     string
	language string // of text, as the end of a file's name says it
	asked    bool   // text is what an agent is asked
	prose    bool   // text is what an agent answered
}

// parts returns what is to be shown of a call. What the agent that it started repeats of
// it, as its first prompt and as its last reply, is left to the agent.
func parts(t *thread.Tool, did *thread.Sidechain) (given, answered part) {
	in := transcript.Value(t.Input)
	command, file, prompt := in.Get("command").String(), in.Get("file_path").String(), in.Get("prompt").String()
	lines := changes(t)
	answered.text = t.Result
	switch {
	case lines != nil:
		given.diff = lines
		if t.Status == thread.StatusOK {
			answered.text = ""
		}
	case t.Name == "Bash" && command != "":
		given.text, given.language = command, "sh"
	case t.Name == "Read" && file != "":
		answered.language = ending(file)
	case prompt != "":
		if did == nil || did.Rows[0].Text != prompt {
			given.text, given.asked = prompt, true
		}
		answered.prose = t.Status == thread.StatusOK
	default:
		given.text, given.language = indented(t.Input), "json"
	}
	if did != nil {
		last := did.Rows[len(did.Rows)-1].Text
		if last != "" && strings.HasPrefix(t.Result, last) {
			answered.text = ""
		}
	}
	return given, answered
}

// sidechain returns what an agent did that a row started; nil where nothing is known of it.
func sidechain(r *thread.Row) *thread.Sidechain {
	if r.Sidechain == nil || len(r.Sidechain.Rows) == 0 {
		return nil
	}
	return r.Sidechain
}
