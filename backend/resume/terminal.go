package resume

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// terminal is a row of the tables: a program that can show another one.
type terminal struct {
	id, name string
	// bins are the names it has on PATH.
	bins []string
	// apps are the bundles it has on macOS, with the program inside, if it is run itself.
	apps []string
	// via is the program that is run in its place to open it, where it has one.
	via string
	// args is the template of its arguments.
	args []string
}

// chosen is a terminal that was found.
type chosen struct {
	id, name string
	path     string
	args     []string // template
}

const (
	autoID   = "auto"
	customID = "custom"
	// debianID is Debian's link to the terminal that the system's owner chose.
	debianID = "x-terminal-emulator"
)

// table lists the terminals of the system, the preferred ones first.
func table(goos string) []terminal {
	switch goos {
	case "darwin":
		return macTerminals()
	case "windows":
		return windowsTerminals()
	}
	return freeTerminals()
}

// Terminals tells for every terminal of this system whether it is here, and for the custom
// command, where there is one, whether it would do.
func (l *Launcher) Terminals(custom []string) []TerminalInfo {
	infos := []TerminalInfo{}
	for _, t := range table(l.sys.GOOS) {
		_, found := l.find(t)
		infos = append(infos, TerminalInfo{ID: t.id, Name: t.name, Found: found})
	}
	if len(custom) > 0 {
		_, why := l.custom(custom)
		infos = append(infos, TerminalInfo{ID: customID, Name: customName, Found: why == ""})
	}
	return infos
}

const customName = "Custom command"

// choose finds the terminal that was asked for, or says why there is none. An explicit
// wish is never replaced by something else.
func (l *Launcher) choose(wish string, custom []string) (c chosen, why string) {
	if wish == customID {
		return l.custom(custom)
	}
	if wish == "" || wish == autoID {
		c, why = l.auto()
	} else {
		c, why = l.named(wish)
	}
	if why == "" {
		why = l.checkDisplay()
	}
	return c, why
}

// checkDisplay says that there is no display, where a terminal would need one.
func (l *Launcher) checkDisplay() string {
	if l.sys.GOOS == "windows" || l.sys.GOOS == "darwin" {
		return ""
	}
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		if value, _ := l.getenv(name); value != "" {
			return ""
		}
	}
	return "there is no display to open a terminal on"
}

// auto is the system's own choice: $TERMINAL, the system's default, the first found.
func (l *Launcher) auto() (chosen, string) {
	if value, _ := l.getenv("TERMINAL"); value != "" && l.sys.GOOS != "windows" {
		if c, ok := l.byCommand(value); ok {
			return c, ""
		}
	}
	for _, t := range table(l.sys.GOOS) {
		c, ok := l.find(t)
		if !ok {
			continue
		}
		if t.id == debianID {
			if real, ok := l.byCommand(c.path); ok {
				return real, ""
			}
		}
		return c, ""
	}
	return chosen{}, "no terminal program was found"
}

// named finds a terminal by id, name, program or path.
func (l *Launcher) named(wish string) (chosen, string) {
	for _, t := range table(l.sys.GOOS) {
		if !strings.EqualFold(t.id, wish) && !strings.EqualFold(t.name, wish) && !slices.Contains(t.bins, wish) {
			continue
		}
		if c, ok := l.find(t); ok {
			return c, ""
		}
		return chosen{id: t.id, name: t.name}, fmt.Sprintf("the chosen terminal, %s, was not found", t.name)
	}
	if c, ok := l.byCommand(wish); ok {
		return c, ""
	}
	return chosen{id: wish, name: wish}, fmt.Sprintf("the chosen terminal, %s, was not found", shown(wish))
}

// custom checks a person's own command.
func (l *Launcher) custom(template []string) (chosen, string) {
	c := chosen{id: customID, name: customName}
	if why := checkTemplate(template); why != "" {
		return c, why
	}
	path, err := l.sys.LookPath(template[0])
	if err != nil || !filepath.IsAbs(path) {
		return c, fmt.Sprintf("the custom terminal's program, %s, was not found", shown(template[0]))
	}
	c.path, c.args = path, template[1:]
	return c, ""
}

// find looks for a terminal of the table on PATH and among the bundles.
func (l *Launcher) find(t terminal) (chosen, bool) {
	c := chosen{id: t.id, name: t.name, args: t.args}
	if c.path = l.program(t); c.path == "" {
		return chosen{}, false
	}
	if t.via != "" {
		via, err := l.sys.LookPath(t.via)
		if err != nil || !filepath.IsAbs(via) {
			return chosen{}, false
		}
		c.path = via
	}
	return c, true
}

// program is the path of the terminal itself, or empty.
func (l *Launcher) program(t terminal) string {
	for _, bin := range t.bins {
		if path, err := l.sys.LookPath(bin); err == nil && filepath.IsAbs(path) {
			return path
		}
	}
	for _, app := range t.apps {
		for _, dir := range l.bundleDirs() {
			path := filepath.Join(dir, app)
			if _, err := l.sys.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

func (l *Launcher) bundleDirs() []string {
	return []string{
		filepath.Join(l.sys.Home, "Applications"), "/Applications",
		"/System/Applications", "/System/Applications/Utilities",
	}
}

// byCommand finds a terminal by its program, with arguments perhaps, as $TERMINAL holds
// it. Links and wrappers are followed to a program of the table, so that it gets its own
// form of arguments; another one is called as xterm is, which all of them imitate.
func (l *Launcher) byCommand(command string) (chosen, bool) {
	path, err := l.sys.LookPath(command)
	var extra []string
	if err != nil {
		fields := strings.Fields(command)
		if len(fields) == 0 {
			return chosen{}, false
		}
		if path, err = l.sys.LookPath(fields[0]); err != nil {
			return chosen{}, false
		}
		extra = fields[1:]
	}
	if !filepath.IsAbs(path) {
		return chosen{}, false
	}
	base := filepath.Base(path)
	known, ok := l.byProgram(base)
	if !ok {
		if target, err := l.sys.EvalSymlinks(path); err == nil {
			target = strings.TrimSuffix(filepath.Base(target), ".wrapper")
			if known, ok = l.byProgram(target); ok {
				if real, err := l.sys.LookPath(target); err == nil && filepath.IsAbs(real) {
					path = real
				}
			}
		}
	}
	if !ok && l.sys.GOOS == "windows" {
		return chosen{}, false // nothing there is called as xterm is
	}
	if ok && known.via != "" {
		return l.find(known)
	}
	if !ok {
		known = terminal{id: base, name: base, args: []string{"-e", spelledPlace}}
	}
	return chosen{
		id: known.id, name: known.name, path: path,
		args: append(slices.Clone(extra), known.args...),
	}, true
}

// byProgram is the row whose program has the name; the system's link is not one, since
// what it is called says nothing about its arguments.
func (l *Launcher) byProgram(base string) (terminal, bool) {
	for _, t := range table(l.sys.GOOS) {
		if t.id != debianID && slices.Contains(t.bins, base) {
			return t, true
		}
	}
	return terminal{}, false
}
