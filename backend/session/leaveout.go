package session

import (
	"slices"
	"strconv"
	"strings"

	"dendro/backend/message"
	"dendro/backend/transcript"
)

// LeaveOut is what a new session does not load of the one that it continues. The zero value
// leaves out nothing.
type LeaveOut struct {
	items []leaveItem
	// Quiet omits the first record, which names the left-out parts to the model.
	Quiet bool
}

// leaveItem is one part of a choice, as in "turn:UUID" or "outputs:10k".
type leaveItem struct {
	kind   string
	record string // the uuid that follows the kind
	bytes  int    // the size that follows it
}

// The kinds of items. Those with a record name any record of a turn, or that of an output.
const (
	leaveTurn        = "turn"         // a whole turn
	leaveSteps       = "steps"        // of a turn all but its prompts and its last reply
	leaveStepsBefore = "steps-before" // the same of every turn before one
	leaveOthers      = "others"       // every turn but the last
	leaveOutput      = "output"       // one record with outputs
	leaveOutputs     = "outputs"      // all outputs over a size
	leavePicture     = "picture"      // the pictures of one record
	leavePictures    = "pictures"     // all pictures
)

// maxLeaveItems bounds a choice; a page lists each check box of a long session at most once.
const maxLeaveItems = 100_000

// ParseLeaveOut reads a choice: turn:UUID, steps:UUID, steps-before:UUID, others,
// output:UUID, outputs:SIZE (10k), picture:UUID, pictures.
func ParseLeaveOut(items []string, quiet bool) (LeaveOut, error) {
	choice := LeaveOut{Quiet: quiet}
	if len(items) > maxLeaveItems {
		return LeaveOut{}, message.New("leave_out_too_many", "limit", maxLeaveItems).Error(nil)
	}
	for _, item := range items {
		kind, value, _ := strings.Cut(item, ":")
		it, ok := leaveItem{kind: kind}, false
		switch kind {
		case leaveOthers, leavePictures:
			ok = value == ""
		case leaveOutputs:
			it.bytes, ok = parseSize(value)
		case leaveTurn, leaveSteps, leaveStepsBefore, leaveOutput, leavePicture:
			it.record, ok = value, value != ""
		}
		if !ok {
			return LeaveOut{}, message.New("leave_out_invalid", "item", item).Error(nil)
		}
		choice.items = append(choice.items, it)
	}
	return choice, nil
}

// parseSize reads a number of bytes with an optional k or m, as sizes are printed: 1 kB is
// 1000 bytes.
func parseSize(text string) (bytes int, ok bool) {
	text = strings.TrimSuffix(strings.ToLower(text), "b")
	unit := 1
	if n := len(text); n > 0 {
		switch text[n-1] {
		case 'k':
			unit = 1_000
		case 'm':
			unit = 1_000_000
		}
		if unit > 1 {
			text = text[:n-1]
		}
	}
	n, err := strconv.Atoi(text)
	return n * unit, err == nil && n >= 0 && n <= 1<<30/unit
}

// Records returns the records that items name, each an item and the record behind its
// colon, so that a caller can complete prefixes.
func (c LeaveOut) Records() []string {
	var all []string
	for _, it := range c.items {
		if it.record != "" && !slices.Contains(all, it.record) {
			all = append(all, it.record)
		}
	}
	return all
}

// Items returns the choice as [ParseLeaveOut] reads it, with resolve applied to each record;
// nil leaves them.
func (c LeaveOut) Items(resolve func(string) string) []string {
	all := make([]string, 0, len(c.items))
	for _, it := range c.items {
		text := it.kind
		switch {
		case it.record != "" && resolve != nil:
			text += ":" + resolve(it.record)
		case it.record != "":
			text += ":" + it.record
		case it.kind == leaveOutputs:
			text += ":" + strconv.Itoa(it.bytes)
		}
		all = append(all, text)
	}
	return all
}

// IsZero reports whether nothing is left out.
func (c LeaveOut) IsZero() bool { return len(c.items) == 0 }

// Says lists the parts that are left out: 2 turns, 12 outputs.
func Says(l transcript.LeftOut) message.Message {
	var parts []message.Message
	add := func(n int, one, many message.Message) {
		switch {
		case n == 1:
			parts = append(parts, one)
		case n > 1:
			parts = append(parts, many)
		}
	}
	add(l.Turns, message.New("left_turn"), message.New("left_turns", "n", l.Turns))
	add(l.Steps, message.New("left_steps_of_turn"), message.New("left_steps_of_turns", "n", l.Steps))
	add(l.Outputs, message.New("left_output"), message.New("left_outputs", "n", l.Outputs))
	add(l.Pictures, message.New("left_picture"), message.New("left_pictures", "n", l.Pictures))
	return message.List(parts)
}
