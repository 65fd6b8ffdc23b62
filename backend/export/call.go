package export

import (
	"strings"

	"dendro/backend/jsonl"
	"dendro/backend/thread"
)

// part is the input or the answer of a call. The zero part is not shown.
type part struct {
	diff     []string // lines of a diff; if nil, text is shown
	text     string
	language string // language of text, as a file name extension
	asked    bool   // text is an agent's task
	prose    bool   // text is an agent's answer
}

// parts returns the parts of a call to show. Texts that its agent repeats, as first prompt
// and last reply, are shown there only.
func parts(t *thread.Tool, did *thread.Sidechain) (given, answered part) {
	in := jsonl.Value(t.Input)
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

// sidechain returns the conversation of the agent that a row started, or nil.
func sidechain(r *thread.Row) *thread.Sidechain {
	if r.Sidechain == nil || len(r.Sidechain.Rows) == 0 {
		return nil
	}
	return r.Sidechain
}
