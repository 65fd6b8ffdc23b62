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
	// env is a variable without which it is not here.
	env string
	// args is the template of its arguments.
	args []string
	// link is opened behind them, by a program that goes on with a session itself.
	link string
	// file is written below the home directory before it opens, with text, where it takes
	// commands from files only.
	file, text string
	// inside says that it needs no display: it opens in what runs already. It is not chosen
	// where nothing is wished for.
	inside bool
	// posix says that it runs the script of sh on Windows, too.
	posix bool
}

// chosen is a terminal that was found, with the placeholders filled in that stand for
// what is here.
type chosen struct {
	terminal
	path string
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

// terminals finds those of the system.
type terminals struct{ *host }

// Terminals tells for every terminal of this system whether it is here, and for the custom
// command, where there is one, whether it would do. Those that are here come first.
func (ts *terminals) Terminals(custom []string) []TerminalInfo {
	infos := []TerminalInfo{}
	for _, t := range table(ts.sys.GOOS) {
		_, found := ts.find(t)
		infos = append(infos, TerminalInfo{ID: t.id, Name: t.name, Found: found})
	}
	if len(custom) > 0 {
		_, why := ts.custom(custom)
		infos = append(infos, TerminalInfo{ID: customID, Name: customName, Found: why == ""})
	}
	slices.SortStableFunc(infos, func(a, b TerminalInfo) int {
		switch {
		case a.Found == b.Found:
			return 0
		case a.Found:
			return -1
		}
		return 1
	})
	return infos
}

const customName = "Custom command"

// choose finds the terminal that was asked for, or says why there is none. An explicit
// wish is never replaced by something else.
func (ts *terminals) choose(wish string, custom []string) (c chosen, why string) {
	if wish == customID {
		return ts.custom(custom)
	}
	if wish == "" || wish == autoID {
		c, why = ts.auto()
	} else {
		c, why = ts.named(wish)
	}
	if why == "" && !c.inside {
		why = ts.checkDisplay()
	}
	return c, why
}

// checkDisplay says that there is no display, where a terminal would need one.
func (ts *terminals) checkDisplay() string {
	if ts.sys.GOOS == "windows" || ts.sys.GOOS == "darwin" {
		return ""
	}
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		if value, _ := ts.getenv(name); value != "" {
			return ""
		}
	}
	return "there is no display to open a terminal on"
}

// auto is the system's own choice: $TERMINAL, the system's default, the first found.
func (ts *terminals) auto() (chosen, string) {
	if value, _ := ts.getenv("TERMINAL"); value != "" && ts.sys.GOOS != "windows" {
		if c, ok := ts.byCommand(value); ok {
			return c, ""
		}
	}
	for _, t := range table(ts.sys.GOOS) {
		c, ok := ts.find(t)
		if !ok || t.inside || t.link != "" {
			continue
		}
		if t.id == debianID {
			if real, ok := ts.byCommand(c.path); ok {
				return real, ""
			}
		}
		return c, ""
	}
	return chosen{}, "no terminal program was found"
}

// named finds a terminal by id, name, program or path.
func (ts *terminals) named(wish string) (chosen, string) {
	for _, t := range table(ts.sys.GOOS) {
		if !strings.EqualFold(t.id, wish) && !strings.EqualFold(t.name, wish) && !slices.Contains(t.bins, wish) {
			continue
		}
		if c, ok := ts.find(t); ok {
			return c, ""
		}
		return chosen{terminal: terminal{id: t.id, name: t.name}}, fmt.Sprintf("the chosen terminal, %s, was not found", t.name)
	}
	if c, ok := ts.byCommand(wish); ok {
		return c, ""
	}
	return chosen{terminal: terminal{id: wish, name: wish}}, fmt.Sprintf("the chosen terminal, %s, was not found", shown(wish))
}

// custom checks a person's own command.
func (ts *terminals) custom(template []string) (chosen, string) {
	c := chosen{terminal: terminal{id: customID, name: customName}}
	if why := checkTemplate(template); why != "" {
		return c, why
	}
	path, err := ts.sys.LookPath(template[0])
	if err != nil || !filepath.IsAbs(path) {
		return c, fmt.Sprintf("the custom terminal's program, %s, was not found", shown(template[0]))
	}
	c.path, c.args = path, template[1:]
	return c, ""
}

// find looks for a terminal of the table on PATH and among the bundles.
func (ts *terminals) find(t terminal) (chosen, bool) {
	c := chosen{terminal: t}
	value, set := ts.getenv(t.env)
	if c.path = ts.program(t); c.path == "" || t.env != "" && (!set || strings.ContainsFunc(value, func(r rune) bool { return !plain(r) })) {
		return chosen{}, false
	}
	settled := strings.NewReplacer(envPlace, value, shellPlace, ts.powershell())
	c.args = nil
	for _, arg := range t.args {
		c.args = append(c.args, settled.Replace(arg))
	}
	if t.via != "" {
		via, err := ts.sys.LookPath(t.via)
		if err != nil || !filepath.IsAbs(via) {
			return chosen{}, false
		}
		c.path = via
	}
	return c, true
}

// powershell is the newest one that is here; the one of Windows always is.
func (ts *terminals) powershell() string {
	if _, err := ts.sys.LookPath("pwsh.exe"); err == nil {
		return "pwsh.exe"
	}
	return "powershell.exe"
}

// program is the path of the terminal itself, or empty.
func (ts *terminals) program(t terminal) string {
	for _, bin := range t.bins {
		if path, err := ts.sys.LookPath(bin); err == nil && filepath.IsAbs(path) {
			return path
		}
	}
	for _, app := range t.apps {
		for _, dir := range ts.bundleDirs() {
			path := filepath.Join(dir, app)
			if _, err := ts.sys.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

func (ts *terminals) bundleDirs() []string {
	switch ts.sys.GOOS {
	case "windows":
		programs, _ := ts.getenv("ProgramFiles")
		return []string{programs}
	case "darwin":
	default: // what Flatpak puts beside the PATH of some sessions
		return []string{"/var/lib/flatpak/exports/bin", filepath.Join(ts.sys.Home, ".local/share/flatpak/exports/bin")}
	}
	return []string{
		filepath.Join(ts.sys.Home, "Applications"), "/Applications",
		"/System/Applications", "/System/Applications/Utilities",
	}
}

// byCommand finds a terminal by its program, with arguments perhaps, as $TERMINAL holds
// it. Links and wrappers are followed to a program of the table, so that it gets its own
// form of arguments; another one is called as xterm is, which all of them imitate.
func (ts *terminals) byCommand(command string) (chosen, bool) {
	path, err := ts.sys.LookPath(command)
	var extra []string
	if err != nil {
		fields := strings.Fields(command)
		if len(fields) == 0 {
			return chosen{}, false
		}
		if path, err = ts.sys.LookPath(fields[0]); err != nil {
			return chosen{}, false
		}
		extra = fields[1:]
	}
	if !filepath.IsAbs(path) {
		return chosen{}, false
	}
	base := filepath.Base(path)
	known, ok := ts.byProgram(base)
	if !ok {
		if target, err := ts.sys.EvalSymlinks(path); err == nil {
			target = strings.TrimSuffix(filepath.Base(target), ".wrapper")
			if known, ok = ts.byProgram(target); ok {
				if real, err := ts.sys.LookPath(target); err == nil && filepath.IsAbs(real) {
					path = real
				}
			}
		}
	}
	if !ok && ts.sys.GOOS == "windows" {
		return chosen{}, false // nothing there is called as xterm is
	}
	if ok && (known.via != "" || known.env != "") {
		return ts.find(known)
	}
	if !ok {
		known = terminal{id: base, name: base, args: []string{"-e", spelledPlace}}
	}
	args := append(slices.Clone(extra), known.args...)
	return chosen{terminal: terminal{id: known.id, name: known.name, args: args, inside: known.inside}, path: path}, true
}

// byProgram is the row whose program has the name; the system's link is not one, since
// what it is called says nothing about its arguments.
func (ts *terminals) byProgram(base string) (terminal, bool) {
	for _, t := range table(ts.sys.GOOS) {
		if t.id != debianID && slices.Contains(t.bins, base) {
			return t, true
		}
	}
	return terminal{}, false
}
