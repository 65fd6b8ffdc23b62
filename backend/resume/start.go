package resume

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/atomicfile"
	"dendro/backend/internal/own"
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
		return false, fmt.Errorf("start %s: %w", p.terminal.name, err)
	}
	for end := l.sys.After(grace); ; {
		var look <-chan time.Time
		if p.job.mark != "" {
			look = l.sys.After(glance)
		}
		select {
		case err := <-done:
			if err != nil {
				return false, fmt.Errorf("%s exited at once: %w", p.terminal.name, err)
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
	if p.terminal.id == customID {
		if p.terminal.args, err = customArgs(p.terminal.path, p.terminal.args, job.dir); err != nil {
			return Process{}, fmt.Errorf("%w: %w", ErrNotPossible, err)
		}
	}
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
		argv := job.powershell()
		out.Args = expand(p.terminal.args, job.dir, argv, argv)
		return out, nil
	}
	job.shell = l.askLoginShell(ctx, false).shell
	var spelled []string
	if needsScript(append(slices.Clone(p.terminal.args), p.terminal.text)) {
		script, err := l.script.write(l.sys.ScriptDirs)
		if err != nil {
			return Process{}, err
		}
		spelled = job.octalArgs(script)
	}
	out.Args = expand(p.terminal.args, job.dir, job.rawArgs(), spelled)
	if p.terminal.file == "" {
		return out, nil
	}
	path := filepath.Join(l.sys.Home, filepath.FromSlash(p.terminal.file))
	text := expand([]string{p.terminal.text}, job.dir, nil, spelled)[0]
	if claude := own.InClaudeDir(filepath.Dir(path)); claude != "" {
		return Process{}, fmt.Errorf("configure %s: %s is in the Claude directory %s", p.terminal.name, path, claude)
	}
	if err := atomicfile.Write(path, []byte(text)); err != nil {
		return Process{}, fmt.Errorf("tell %s: %w", p.terminal.name, err)
	}
	return out, nil
}

// inPowerShell reports whether the terminal runs PowerShell, not sh.
func (l *Launcher) inPowerShell(t terminal) bool { return l.sys.GOOS == "windows" && !t.posix }

// Opened is the result of a trial start.
type Opened struct {
	Terminal string   `json:"terminal"`
	Command  []string `json:"command"` // with placeholders
}

// Try opens a terminal in which nothing happens, and returns the terminal that opened or
// the error.
func (l *Launcher) Try(ctx context.Context, wish string, custom []string) (Opened, error) {
	found, why := l.choose(wish, custom)
	if why == "" && found.link != "" {
		why = found.name + " resumes sessions itself: there is no terminal to test"
	}
	if why != "" {
		return Opened{}, fmt.Errorf("%w: %s", ErrNotPossible, why)
	}
	argv := []string{"printf", "%s\n", "This terminal works. You can close it."}
	if l.inPowerShell(found) {
		argv = []string{"cmd.exe", "/d", "/c", "echo This terminal works. You can close it."}
	}
	runs, err := l.open(ctx, &launch{terminal: found, job: job{dir: l.sys.Home, argv: argv}})
	if err == nil && !runs {
		err = fmt.Errorf("%s started, but did not run the command within two seconds", found.name)
	}
	return Opened{Terminal: found.name, Command: append([]string{found.path}, found.args...)}, err
}
