package resume

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
)

// CustomCheck holds an error message for each of the user's custom settings, "" if valid.
type CustomCheck struct {
	Client   string `json:"client"`
	Flags    string `json:"flags"`
	Terminal string `json:"terminal"`
	// Found is the program that would run.
	Found string `json:"found"`
	// Says is the question to confirm before they are saved.
	Says string `json:"-"`
}

// Err returns the first error.
func (o CustomCheck) Err() error {
	if why := cmp.Or(o.Client, o.Flags, o.Terminal); why != "" {
		return errors.New(why)
	}
	return nil
}

// CheckCustom checks the user's client, its options, and the terminal command if there is
// one. It runs none of them.
func (l *Launcher) CheckCustom(ctx context.Context, client string, flags, template []string) CustomCheck {
	own := CustomCheck{Flags: CheckFlags(flags)}
	path, err := l.clientPath(ctx, client)
	if own.Found = path; err != nil && client != "" {
		own.Client = err.Error()
	}
	if len(template) > 0 {
		_, own.Terminal = l.custom(template)
	}
	lines := []string{"Dendro will run:", quoted(append([]string{l.called(Request{Client: client})}, flags...), quotePOSIX)}
	if len(template) > 0 {
		lines = append(lines, "in the custom terminal:", quoted(template, quotePOSIX))
	}
	own.Says = fmt.Sprintf("%s\n\nSave these settings?", strings.Join(lines, "\n"))
	return own
}
