package resume

import (
	"path/filepath"
	"slices"
	"strings"

	"dendro/backend/message"
)

// terminal is a row of the tables: a terminal program.
type terminal struct {
	id, name string
	// called is the name for display if it is ours, and not the program's own.
	called message.Message
	// bins are its names on PATH.
	bins []string
	// apps are its bundles on macOS, with the inner program if that is run itself.
	apps []string
	// via is the program to open it with, if needed.
	via string
	// env is a variable that must be set for it to be available.
	env string
	// args is the template of its arguments.
	args []string
	// link is opened after them, for programs that continue a session themselves.
	link string
	// file is written, with text, below the home directory before the start, for programs
	// that only take commands from files.
	file, text string
	// inside is set if it needs no display: it opens inside a running program. It is never
	// chosen by default.
	inside bool
	// posix is set if it runs the sh script on Windows too.
	posix bool

	// path is the program if found; then its arguments are filled in.
	path string
}

const (
	autoID   = "auto"
	customID = "custom"
	// debianID is Debian's link to the system's default terminal.
	debianID = "x-terminal-emulator"
)

// label returns the terminal's name for display.
func (t terminal) label() message.Message { return message.First(t.called, message.Text(t.name)) }

// as returns a terminal with a name of ours.
func (t terminal) as(called message.Message) terminal {
	t.called = called
	return t
}

// table lists the terminals of the system, preferred ones first.
func table(goos string) []terminal {
	switch goos {
	case "darwin":
		return macTerminals()
	case "windows":
		return windowsTerminals()
	}
	return freeTerminals()
}

// Terminals reports, for every terminal of this system, whether it is installed, and for
// the custom command, if set, whether it is valid. Available ones come first. Debian's link
// to a known terminal is left out: that terminal is listed.
func (h *host) Terminals(custom []string) []TerminalInfo {
	infos := map[bool][]TerminalInfo{} // by availability
	for _, t := range table(h.sys.GOOS) {
		name := t.label()
		c, found := h.find(t)
		if found {
			c = h.behindLink(c)
			if c.id != t.id {
				continue // listed under its own name
			}
			name = c.label()
		}
		infos[found] = append(infos[found], TerminalInfo{ID: t.id, Name: name, Found: found})
	}
	if len(custom) > 0 {
		t, why := h.custom(custom)
		infos[why.IsZero()] = append(infos[why.IsZero()], TerminalInfo{ID: t.id, Name: t.label(), Found: why.IsZero()})
	}
	return slices.Concat(infos[true], infos[false])
}

// choose finds the requested terminal, or returns why there is none. An explicit choice is
// never replaced by another one.
func (h *host) choose(wish string, custom []string) (t terminal, why message.Message) {
	switch wish {
	case customID:
		return h.custom(custom)
	case "", autoID:
		t, why = h.auto()
	default:
		t, why = h.named(wish)
	}
	if why.IsZero() && !t.inside {
		why = h.checkDisplay()
	}
	return t, why
}

// checkDisplay returns the problem if a terminal needs a display and there is none.
func (h *host) checkDisplay() message.Message {
	x11, _ := h.getenv("DISPLAY")
	wayland, _ := h.getenv("WAYLAND_DISPLAY")
	if x11+wayland != "" || h.sys.GOOS == "windows" || h.sys.GOOS == "darwin" {
		return message.Message{}
	}
	return message.New("no_display")
}

// auto is the system default: $TERMINAL, the system's setting, the first one found.
func (h *host) auto() (terminal, message.Message) {
	if value, _ := h.getenv("TERMINAL"); value != "" && h.sys.GOOS != "windows" {
		if c, ok := h.byCommand(value); ok {
			return c, message.Message{}
		}
	}
	for _, t := range table(h.sys.GOOS) {
		c, ok := h.find(t)
		if !ok || t.inside || t.link != "" {
			continue
		}
		return h.behindLink(c), message.Message{}
	}
	return terminal{}, message.New("no_terminal")
}

// behindLink returns the terminal that Debian's link names, and any other one as it is.
func (h *host) behindLink(t terminal) terminal {
	if t.id == debianID {
		if real, ok := h.byCommand(t.path); ok {
			return real
		}
	}
	return t
}

// named finds a terminal by id, name, program or path.
func (h *host) named(wish string) (terminal, message.Message) {
	for _, t := range table(h.sys.GOOS) {
		if !strings.EqualFold(t.id, wish) && !strings.EqualFold(t.name, wish) && !slices.Contains(t.bins, wish) {
			continue
		}
		if c, ok := h.find(t); ok {
			return h.behindLink(c), message.Message{}
		}
		return terminal{id: t.id, name: t.name, called: t.called}, message.New("terminal_missing", "terminal", t.label())
	}
	if c, ok := h.byCommand(wish); ok {
		return c, message.Message{}
	}
	return terminal{id: wish, name: wish}, message.New("terminal_missing", "terminal", printable(wish))
}

// custom checks the user's own command.
func (h *host) custom(template []string) (terminal, message.Message) {
	c := terminal{id: customID}.as(message.New("terminal_custom"))
	if why := checkTemplate(template); !why.IsZero() {
		return c, why
	}
	path, ok := h.lookPath(template[0])
	if !ok {
		return c, message.New("custom_missing", "program", printable(template[0]))
	}
	c.path, c.args = path, template[1:]
	return c, message.Message{}
}

// find looks for a terminal of the table on PATH and among the bundles.
func (h *host) find(t terminal) (terminal, bool) {
	value, set := h.getenv(t.env)
	if t.path = h.program(t); t.path == "" || t.env != "" && (!set || !plainly(value)) {
		return terminal{}, false
	}
	settled := strings.NewReplacer(envPlace, value, shellPlace, h.powershell())
	for i, arg := range t.args { // a copy: tables are made for each call
		t.args[i] = settled.Replace(arg)
	}
	ok := true
	if t.via != "" {
		t.path, ok = h.lookPath(t.via)
	}
	return t, ok
}

// powershell returns the newest installed PowerShell; the one of Windows always exists.
func (h *host) powershell() string {
	if _, err := h.sys.LookPath("pwsh.exe"); err == nil {
		return "pwsh.exe"
	}
	return "powershell.exe"
}

// program returns the path of the terminal itself, or "".
func (h *host) program(t terminal) string {
	for _, bin := range t.bins {
		if path, ok := h.lookPath(bin); ok {
			return path
		}
	}
	for _, app := range t.apps {
		for _, dir := range h.bundleDirs() {
			path := filepath.Join(dir, app)
			if _, err := h.sys.Stat(path); err == nil {
				return path
			}
		}
	}
	return ""
}

func (h *host) bundleDirs() []string {
	switch h.sys.GOOS {
	case "windows":
		programs, _ := h.getenv("ProgramFiles")
		return []string{programs}
	case "darwin":
		return []string{
			filepath.Join(h.sys.Home, "Applications"), "/Applications",
			"/System/Applications", "/System/Applications/Utilities",
		}
	}
	// Directories of Flatpak that are missing from some sessions' PATH.
	return []string{"/var/lib/flatpak/exports/bin", filepath.Join(h.sys.Home, ".local/share/flatpak/exports/bin")}
}

// byCommand finds a terminal by its command, possibly with arguments, as in $TERMINAL.
// Links and wrappers are followed to a program of the table, so that it gets its own form
// of arguments; any other program is called like xterm, which all of them imitate.
func (h *host) byCommand(command string) (terminal, bool) {
	fields := []string{command}
	path, ok := h.lookPath(command)
	if !ok {
		if fields = strings.Fields(command); len(fields) == 0 {
			return terminal{}, false
		}
		if path, ok = h.lookPath(fields[0]); !ok || strings.Contains(command, dirPlace) {
			return terminal{}, false
		}
	}
	base := filepath.Base(path)
	known, ok := h.byProgram(base)
	name := base
	if !ok {
		if target, err := h.sys.EvalSymlinks(path); err == nil {
			target = strings.TrimSuffix(filepath.Base(target), ".wrapper")
			name = target
			if known, ok = h.byProgram(target); ok {
				if real, ok := h.lookPath(target); ok {
					path = real
				}
			}
		}
	}
	if !ok && h.sys.GOOS == "windows" {
		return terminal{}, false // there, no program imitates xterm
	}
	if ok && (known.via != "" || known.env != "") {
		return h.find(known)
	}
	if !ok {
		known = terminal{id: base, name: name, args: []string{"-e", argvPlace}}
	}
	known.path, known.args = path, slices.Concat(fields[1:], known.args)
	return known, true
}

// byProgram finds the row whose program has the name. It ignores the system's link, whose
// name says nothing about its arguments.
func (h *host) byProgram(base string) (terminal, bool) {
	for _, t := range table(h.sys.GOOS) {
		if t.id != debianID && slices.Contains(t.bins, base) {
			return t, true
		}
	}
	return terminal{}, false
}
