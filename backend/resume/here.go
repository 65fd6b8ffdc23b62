package resume

import (
	"context"
	"slices"
	"strings"

	"dendro/backend/message"
)

// Here runs the plan's command in this terminal, replacing this process if the system
// supports it. It needs neither a terminal program nor a display.
func (l *Launcher) Here(ctx context.Context, req Request) error {
	if _, why := l.Describe(req); !why.IsZero() {
		return NotPossible(why)
	}
	job, err := l.jobOf(ctx, req, false)
	if err != nil {
		return NotPossible(message.From(err))
	}
	return l.sys.Here(Process{
		Path: job.argv[0], Args: job.argv[1:], Dir: job.dir, Env: job.config.apply(l.environ(job.dir)),
	})
}

// OpenShell opens a terminal with a shell in the directory of a request.
func (l *Launcher) OpenShell(ctx context.Context, req Request) error {
	found, why := l.choose(req.Terminal, req.Custom)
	if why.IsZero() && found.link != "" {
		why = message.New("terminal_is_none", "terminal", found.label())
	}
	if why = message.First(why, l.checkDir(l.seen(req))); !why.IsZero() {
		return why.Error(nil)
	}
	nothing := []string{"true"}
	if l.inPowerShell(found) {
		nothing = []string{"cmd.exe", "/d", "/c", "rem"}
	}
	_, err := l.open(ctx, &launch{terminal: found, job: job{dir: l.seen(req), config: l.config(req), argv: nothing}})
	return err
}

// apply sets or removes CLAUDE_CONFIG_DIR in an environment.
func (c config) apply(env []string) []string {
	if c.set == "" && !c.unset {
		return env
	}
	kept := slices.DeleteFunc(env, func(entry string) bool { return strings.HasPrefix(entry, configVariable+"=") })
	if c.set != "" {
		kept = append(kept, configVariable+"="+c.set)
	}
	return kept
}
