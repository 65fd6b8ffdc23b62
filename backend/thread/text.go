package thread

import (
	"strings"

	"dendro/backend/transcript"
)

// string returns the text of a part for display.
func (p *part) string(r *transcript.Record) string {
	switch p.form {
	case formCommand:
		return transcript.CommandText(p.text.String())
	case formBash:
		return transcript.BashText(transcript.FlatText(p.text))
	case formOutput:
		return strings.Trim(transcript.Untag(p.text.String()), "\n")
	case formNotification:
		return transcript.NotificationText(transcript.FlatText(p.text))
	case formTag:
		return strings.TrimSpace(transcript.Untag(p.text.String()))
	case formReminded:
		return transcript.Unremind(p.text.String())
	case formAPIError:
		return r.APIErrorText()
	case formHook:
		return r.HookText()
	case formFile:
		return r.AttachedFile().String()
	case formDelivery:
		d, _ := r.Delivered(p.text)
		return d.Text
	case formUnsent:
		if d, ok := r.Delivered(p.text); ok {
			return transcript.Unsent + d.Text
		}
		return transcript.Unsent + transcript.ContentText(p.text)
	case formContent:
		return transcript.ContentText(p.text)
	case formDocument:
		return (&transcript.Document{Name: p.name, Text: p.text}).String()
	case formPicture:
		return r.PictureText()
	case formName:
		return p.name
	}
	return transcript.FlatText(p.text)
}

// sender returns the sender of a part's text, or nil if it was typed.
func (p *part) sender(r *transcript.Record) *transcript.Sender {
	text := p.text
	if d, ok := r.Delivered(text); ok {
		return &d.From
	}
	return nil
}
