package desktop

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Edit opens a text file in the user's editor, at a line (0: none) where that takes one. The
// path may come from a history: a file that is not text, or that a system might run when it is
// opened, is refused, and no shell reads the path.
func Edit(ctx context.Context, path string, line int) error {
	if err := checkText(path); err != nil {
		return err
	}
	byDefault := textProgram(ctx)
	if e := editorOf(os.Getenv, byDefault); e != nil {
		return start(ctx, e.program, e.at(path, line)...)
	}
	switch runtime.GOOS {
	case "darwin":
		return start(ctx, "open", "-t", path)
	case "windows":
		return start(ctx, "notepad.exe", path)
	}
	// xdg-open would choose a program by the file: a page, a script or a launcher of a history
	// could then run.
	var err error
	if byDefault != "" {
		if _, err = exec.LookPath("gtk-launch"); err == nil {
			return start(ctx, "gtk-launch", byDefault, path)
		}
	}
	return message.New("no_text_editor", "path", path).Error(err)
}

// EditDirectory opens a directory in the user's editor, if that is one that can.
func EditDirectory(ctx context.Context, dir string) error {
	if err := checkDirectory(dir); err != nil {
		return err
	}
	e := editorOf(os.Getenv, textProgram(ctx))
	if e == nil || !e.dirs {
		return message.New("no_project_editor", "path", dir).Error(nil)
	}
	return start(ctx, e.program, dir)
}

// textProgram returns the desktop file of the program for plain text on Linux, else "".
func textProgram(ctx context.Context) string {
	if runtime.GOOS != "linux" {
		return ""
	}
	out, err := exec.CommandContext(ctx, "xdg-mime", "query", "default", "text/plain").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// editor is a program that takes more than a file.
type editor struct {
	program string
	desktop []string // the names of its desktop files
	line    []string // the arguments for a line of a file
	dirs    bool     // opens directories
}

var editors = []editor{
	{"code", []string{"code", "visual-studio-code"}, []string{"--goto", "{path}:{line}"}, true},
	{"codium", []string{"codium"}, []string{"--goto", "{path}:{line}"}, true},
	{"cursor", []string{"cursor"}, []string{"--goto", "{path}:{line}"}, true},
	{"subl", []string{"sublime_text"}, []string{"{path}:{line}"}, true},
	{"zed", []string{"dev.zed.Zed"}, []string{"{path}:{line}"}, true},
	{"kate", []string{"org.kde.kate"}, []string{"--line", "{line}", "{path}"}, true},
	{"gedit", []string{"org.gnome.gedit"}, []string{"+{line}", "{path}"}, false},
	{"xed", []string{"xed"}, []string{"+{line}", "{path}"}, false},
}

// editorOf returns the installed editor that $VISUAL, $EDITOR or the desktop names, nil if none
// of them names a known one. On Windows such programs are scripts, which read their arguments
// anew: none is started.
func editorOf(getenv func(string) string, desktop string) *editor {
	if runtime.GOOS == "windows" {
		return nil
	}
	installed := func(is func(e editor) bool) *editor {
		i := slices.IndexFunc(editors, is)
		if i < 0 {
			return nil
		}
		if _, err := exec.LookPath(editors[i].program); err != nil {
			return nil
		}
		return &editors[i]
	}
	for _, name := range []string{"VISUAL", "EDITOR"} {
		program, _, _ := strings.Cut(getenv(name), " ") // "code --wait"
		if e := installed(func(e editor) bool { return program != "" && e.program == filepath.Base(program) }); e != nil {
			return e
		}
	}
	return installed(func(e editor) bool { return slices.Contains(e.desktop, strings.TrimSuffix(desktop, ".desktop")) })
}

// at returns the arguments that open a file at a line; 0: none.
func (e *editor) at(path string, line int) []string {
	if line == 0 {
		return []string{path}
	}
	args := make([]string, 0, len(e.line))
	for _, arg := range e.line {
		args = append(args, strings.NewReplacer("{path}", path, "{line}", strconv.Itoa(line)).Replace(arg))
	}
	return args
}

// launched are the ends of names whose files a system runs, installs or follows when it opens
// them.
var launched = []string{".desktop", ".url", ".webloc", ".command", ".app", ".appimage", ".lnk"}

// sniffed is how much of a file is read to decide whether it is text.
const sniffed = 8 << 10

// isLaunched reports whether a system may run, install or follow a path when it opens it.
func isLaunched(path string) bool {
	name := strings.TrimRight(strings.ToLower(filepath.Base(path)), " .")
	return slices.ContainsFunc(launched, func(end string) bool { return strings.HasSuffix(name, end) })
}

// checkDirectory returns why a directory is not opened. macOS runs some.
func checkDirectory(dir string) error {
	if !filepath.IsAbs(dir) {
		return message.New("dir_relative", "dir", dir).Error(nil)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return message.New("dir_unreachable", "dir", dir, "cause", err).Error(err)
	}
	if !info.IsDir() || isLaunched(dir) {
		return message.New("not_a_directory", "path", dir).Error(nil)
	}
	return nil
}

// checkText returns why a file is not opened.
func checkText(path string) error {
	refused := message.New("file_not_text", "path", path).Error(nil)
	if !filepath.IsAbs(path) || isLaunched(path) {
		return refused
	}
	file, err := disk.Open(path)
	if err != nil {
		return message.New("file_not_opened", "path", path, "cause", err).Error(err)
	}
	defer func() { _ = file.Close() }() // opened for reading only
	begin, err := io.ReadAll(io.LimitReader(file, sniffed))
	if err != nil {
		return message.New("file_not_opened", "path", path, "cause", err).Error(err)
	}
	if bytes.IndexByte(begin, 0) >= 0 {
		return refused
	}
	return nil
}
