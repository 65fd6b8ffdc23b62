package library

import (
	"strings"

	"dendro/backend/chattree"
	"dendro/backend/message"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// badLine returns why a line holds no record. Summaries store it in English.
func badLine(b transcript.BadLine) message.Message {
	switch b.Error {
	case transcript.ErrNotObject.Error():
		return message.New("line_not_an_object")
	case transcript.ErrZeroBytes.Error():
		return message.New("line_of_zero_bytes")
	case transcript.ErrTwoObjects.Error():
		return message.New("line_of_two_objects")
	}
	if cause, ok := strings.CutPrefix(b.Error, transcript.NotJSON); ok {
		return message.New("line_not_json", "cause", cause)
	}
	return message.Text(b.Error)
}

// Name returns the name of a session or chat for display: the names that chattree gives to
// those without a prompt are ours, and translated.
func Name(name string) message.Message {
	switch name {
	case "":
		return message.Message{}
	case chattree.Untitled:
		return message.New("untitled")
	case chattree.AgentsOnly:
		return message.New("agents_only")
	case chattree.Unreadable:
		return message.New("session_cannot_be_read")
	}
	return message.Text(name)
}

// In returns the report with its texts in a language.
func (d Report) In(language string) Report {
	d.Malformed, d.Unreadable = malformedIn(d.Malformed, language), session.UnreadableIn(d.Unreadable, language)
	return d
}

// In returns the inspection with its texts in a language.
func (in *Inspection) In(language string) *Inspection {
	out := *in
	out.Malformed, out.Unreadable = malformedIn(in.Malformed, language), session.UnreadableIn(in.Unreadable, language)
	return &out
}

func malformedIn(list []BadRecord, language string) []BadRecord {
	out := make([]BadRecord, len(list))
	for i, b := range list {
		b.Error = b.Error.Fixed(language)
		out[i] = b
	}
	return out
}
