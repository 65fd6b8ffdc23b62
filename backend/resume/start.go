package resume

import (
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/atomicfile"
	"dendro/backend/internal/own"
	"dendro/backend/message"
)

const (
	// grace is how long a started terminal is watched for failures to report.
	grace = 2 * time.Second
	// glance is the interval of checks whether the script is running.
	glance = 30 * time.Millisecond
)

// open starts the terminal of a launch. It returns when the script in it has reported that
// it runs, or when there is nothing more to wait for.
func (l *Launcher) open(ctx context.Context, p *launch) (runs bool, err error) {
	if p.terminal.link == "" {
		p.job.mark = l.sys.Mark()
	}
	process, err := l.process(ctx, p)
	if err != nil {
		return false, err
	}
	done, err := l.sys.Start(process)
	if err != nil {
		return false, message.New("program_not_started", "program", p.terminal.label(), "cause", err).Error(err)
	}
	for end := l.sys.After(grace); ; {
		var look <-chan time.Time
		if p.job.mark != "" {
			look = l.sys.After(glance)
		}
		select {
		case err := <-done:
			if err != nil {
				return false, message.New("terminal_ended", "terminal", p.terminal.label(), "cause", err).Error(err)
			}
			// A terminal that asks its server for a window ends at once, with success.
			if done = nil; look == nil {
				return false, nil
			}
		case <-look:
			if l.sys.Marked(p.job.mark) {
				return true, nil
			}
		case <-end:
			return false, nil
		case <-ctx.Done():
			// The terminal was started, but the caller has stopped waiting.
			return false, nil
		}
	}
}

// process returns the terminal's process with its template expanded.
func (l *Launcher) process(ctx context.Context, p *launch) (out Process, err error) {
	job := p.job
	out = Process{
		Path: p.terminal.path,
		Dir:  job.dir,
		Env:  l.environ(job.dir),
	}
	if p.terminal.link != "" {
		link := strings.NewReplacer("{session}", p.session, dirPlace, url.PathEscape(job.dir)).Replace(p.terminal.link)
		out.Args = append(slices.Clone(p.terminal.args), link)
		return out, nil
	}
	if l.inPowerShell(p.terminal) {
		out.Args = expand(p.terminal.args, job.dir, job.powershell())
		return out, nil
	}
	job.shell = l.askLoginShell(ctx, false).shell
	argv, err := l.scripts.write(l.sys.ScriptDirs, job)
	if err != nil {
		return Process{}, err
	}
	out.Args = expand(p.terminal.args, job.dir, argv)
	if p.terminal.file == "" {
		return out, nil
	}
	path := filepath.Join(l.sys.Home, filepath.FromSlash(p.terminal.file))
	text := expand([]string{p.terminal.text}, job.dir, argv)[0]
	if claude := own.InClaudeDir(filepath.Dir(path)); claude != "" {
		return Process{}, message.New("terminal_file_in_claude_directory", "terminal", p.terminal.label(), "path", path, "claude", claude).Error(nil)
	}
	if err := atomicfile.Write(path, []byte(text)); err != nil {
		return Process{}, message.New("terminal_file_not_written", "terminal", p.terminal.label(), "cause", err).Error(err)
	}
	return out, nil
}

// inPowerShell reports whether the terminal runs PowerShell, not sh.
func (l *Launcher) inPowerShell(t terminal) bool { return l.sys.GOOS == "windows" && !t.posix }

// Opened is the result of a trial start.
type Opened struct {
	Terminal message.Message `json:"terminal" ts_type:"string"`
	Command  []string        `json:"command"` // with placeholders
}

// Try opens a terminal in which nothing happens, and returns the terminal that opened or
// the error.
func (l *Launcher) Try(ctx context.Context, wish string, custom []string) (Opened, error) {
	found, why := l.choose(wish, custom)
	if why.IsZero() && found.link != "" {
		why = message.New("terminal_without_trial", "terminal", found.label())
	}
	if !why.IsZero() {
		return Opened{}, why.Error(ErrNotPossible)
	}
	argv := []string{"printf", "%s\n", "This terminal works. You can close it."}
	if l.inPowerShell(found) {
		argv = []string{"cmd.exe", "/d", "/c", "echo This terminal works. You can close it."}
	}
	runs, err := l.open(ctx, &launch{terminal: found, job: job{dir: l.sys.Home, argv: argv}})
	if err == nil && !runs {
		err = message.New("terminal_runs_nothing", "terminal", found.label()).Error(nil)
	}
	return Opened{Terminal: found.label(), Command: append([]string{found.path}, found.args...)}, err
}
