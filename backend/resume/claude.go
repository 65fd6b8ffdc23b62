package resume

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// probeTimeout allows for a login shell with a slow start file.
	probeTimeout = 5 * time.Second
	// retryAfter is how long the login shell's "no claude" is cached, so that installing it
	// does not require a restart of Dendro.
	retryAfter = 20 * time.Second
	// pathMark starts the line of the probe's answer that holds the search path; start
	// files may print other lines.
	pathMark = "dendro-path:"
)

// probe asks a login shell for its search path and for claude. It works in bash, zsh, ksh,
// dash and fish.
const probe = `printf '\n` + pathMark + `%s\n' "$PATH"; command -v claude`

// loginShell is the login shell's answer.
type loginShell struct {
	asked time.Time
	// shell is the shell's path if it answered, so that it can run commands for us; else
	// "".
	shell  string
	claude string
}

// claude finds the program: on this process's PATH, where the login shell finds it (an app
// started from a desktop has a poor PATH), or where its installers put it. It returns "" if
// there is none.
func (c *clients) claude(ctx context.Context) string {
	if path, ok := c.lookPath("claude"); ok {
		return path
	}
	return cmp.Or(c.askLoginShell(ctx, true).claude, c.firstExecutable(c.usualPlaces()))
}

// firstExecutable returns the first executable path, or "".
func (c *clients) firstExecutable(paths []string) string {
	if i := slices.IndexFunc(paths, c.executable); i >= 0 {
		return paths[i]
	}
	return ""
}

// usualPlaces are the directories of Claude's installers, which start files often add to
// the PATH too late for a desktop session.
func (c *clients) usualPlaces() []string {
	if c.sys.GOOS == "windows" {
		return []string{filepath.Join(c.sys.Home, ".local", "bin", "claude.exe")}
	}
	return []string{
		filepath.Join(c.sys.Home, ".local", "bin", "claude"),
		filepath.Join(c.sys.Home, ".claude", "local", "claude"),
		"/usr/local/bin/claude",
		"/opt/homebrew/bin/claude",
	}
}

// askLoginShell asks once and caches the answer. If claude is needed and was not found, it
// asks again after a while. Concurrent callers wait for the same answer.
func (c *clients) askLoginShell(ctx context.Context, needClaude bool) loginShell {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.sys.Now()
	if !c.login.asked.IsZero() {
		gone := c.login.claude != "" && !c.executable(c.login.claude)
		stale := needClaude && c.login.claude == "" && now.Sub(c.login.asked) > retryAfter
		if !gone && !stale {
			return c.login
		}
	}
	answer := c.probeShell(ctx)
	answer.asked = now
	if ctx.Err() == nil { // a cancelled probe says nothing about the shell
		c.login = answer
	}
	return answer
}

func (c *clients) probeShell(ctx context.Context) loginShell {
	shell, ok := c.getenv("SHELL")
	if !ok || !filepath.IsAbs(shell) || !speaksOurOptions(shell) || !c.executable(shell) {
		return loginShell{}
	}
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	// Ignore the exit status: it is that of "command -v".
	out, _ := c.sys.Output(ctx, Process{Path: shell, Args: []string{"-lic", probe}, Env: c.environ("")})
	path, claude, ok := parseProbe(out)
	if !ok {
		return loginShell{}
	}
	candidates := []string{claude}
	for _, dir := range filepath.SplitList(path) {
		candidates = append(candidates, filepath.Join(dir, "claude"))
	}
	return loginShell{shell: shell, claude: c.firstExecutable(candidates)}
}

// speaksOurOptions reports whether the shell accepts -l, -i and -c together and arguments
// after the command, as the probe and the script require.
func speaksOurOptions(shell string) bool {
	return slices.Contains([]string{"bash", "zsh", "fish", "ksh", "ksh93", "mksh", "dash", "sh"}, filepath.Base(shell))
}

// parseProbe extracts the search path from a login shell's output, and claude if it is a
// plain file or an alias of one. ok is false if the probe did not run.
func parseProbe(out []byte) (path, claude string, ok bool) {
	for line := range strings.Lines(string(out)) {
		line = strings.TrimRight(line, "\r\n")
		rest, found := strings.CutPrefix(line, pathMark)
		line = strings.Trim(strings.TrimPrefix(strings.TrimPrefix(line, "alias "), "claude="), `'"`)
		switch {
		case found:
			path, claude, ok = rest, "", true
		case ok && filepath.IsAbs(line):
			claude = line
		}
	}
	return path, claude, ok
}
