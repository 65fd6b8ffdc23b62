package resume

import (
	"context"
	"fmt"
	"time"
)

// grace is how long a terminal is watched for an immediate end.
const grace = 300 * time.Millisecond

// open starts the terminal of a launch.
func (l *Launcher) open(ctx context.Context, p *launch) error {
	process, err := l.process(ctx, p)
	if err != nil {
		return err
	}
	done, err := l.sys.Start(process)
	if err != nil {
		return fmt.Errorf("start %s: %w", p.terminal.name, err)
	}
	select {
	case err := <-done:
		// A terminal that only asks its server for a window ends at once, with success.
		if err != nil {
			return fmt.Errorf("%s ended at once: %w", p.terminal.name, err)
		}
	case <-l.sys.After(grace):
	case <-ctx.Done():
		// The terminal is started; whoever asked has stopped waiting for it.
	}
	return nil
}

// process is the terminal's process with everything expanded.
func (l *Launcher) process(ctx context.Context, p *launch) (Process, error) {
	job := p.job
	out := Process{
		Path: p.terminal.path,
		Dir:  job.dir,
		Env:  l.environ(job.dir),
	}
	if l.sys.GOOS == "windows" {
		argv := job.powershell()
		out.Args = expand(p.terminal.args, job.dir, argv, argv)
		return out, nil
	}
	job.shell = l.askLoginShell(ctx, false).shell
	var spelled []string
	if needsScript(p.terminal.args) {
		script, err := l.script.write(l.sys.ScriptDirs)
		if err != nil {
			return Process{}, err
		}
		spelled = job.spelled(script)
	}
	out.Args = expand(p.terminal.args, job.dir, job.faithful(), spelled)
	return out, nil
}
