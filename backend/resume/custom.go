package resume

import (
	"context"

	"dendro/backend/message"
)

// CustomCheck holds the problem of each of the user's custom settings, none if it is valid.
type CustomCheck struct {
	Client   message.Message `json:"client" ts_type:"string"`
	Flags    message.Message `json:"flags" ts_type:"string"`
	Terminal message.Message `json:"terminal" ts_type:"string"`
	// Found is the program that would run.
	Found string `json:"found"`
	// Question is to be confirmed before they are saved.
	Question message.Message `json:"-"`
}

// Err returns the first error.
func (o CustomCheck) Err() error {
	if why := message.First(o.Client, o.Flags, o.Terminal); !why.IsZero() {
		return why.Error(nil)
	}
	return nil
}

// In returns the check with its texts in a language.
func (o CustomCheck) In(language string) CustomCheck {
	o.Client, o.Flags, o.Terminal = o.Client.Fixed(language), o.Flags.Fixed(language), o.Terminal.Fixed(language)
	return o
}

// CheckCustom checks the user's client, its options, and the terminal command if there is
// one. It runs none of them.
func (l *Launcher) CheckCustom(ctx context.Context, client string, flags, template []string) CustomCheck {
	own := CustomCheck{Flags: CheckFlags(flags)}
	path, err := l.clientPath(ctx, client)
	if own.Found = path; err != nil && client != "" {
		own.Client = message.From(err)
	}
	if len(template) > 0 {
		_, own.Terminal = l.custom(template)
	}
	command := quoted(append([]string{l.called(Request{Client: client})}, flags...), quotePOSIX)
	own.Question = message.New("ask_client", "command", command)
	if len(template) > 0 {
		own.Question = message.New("ask_client_in_terminal", "command", command, "terminal", quoted(template, quotePOSIX))
	}
	return own
}
