package desktop

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Edit opens a text file in the system's program for plain text, at a line (0: none) where that
// is known to take one. The path may come from a history: a file that is not text, or that a
// system might run when it is opened, is refused, and no shell reads the path.
func Edit(ctx context.Context, path string, line int) error {
	if err := checkText(path); err != nil {
		return err
	}
	switch runtime.GOOS {
	case "darwin":
		return start(ctx, "open", "-t", path)
	case "windows":
		return start(ctx, "notepad.exe", path)
	}
	// xdg-open would choose a program by the file: a page, a script or a launcher of a history
	// could then run.
	out, err := exec.CommandContext(ctx, "xdg-mime", "query", "default", "text/plain").Output()
	editor := strings.TrimSpace(string(out))
	if argv := argvAt(editor, path, line); argv != nil {
		return start(ctx, argv[0], argv[1:]...)
	}
	if err == nil && editor != "" {
		if _, err = exec.LookPath("gtk-launch"); err == nil {
			return start(ctx, "gtk-launch", editor, path)
		}
	}
	return message.New("no_text_editor", "path", path).Error(err)
}

// takeLines are editors that open a file at a line: their programs and arguments by the names
// of their desktop files. gtk-launch can pass a file only.
var takeLines = map[string][]string{
	"code":               {"code", "--goto", "{path}:{line}"},
	"visual-studio-code": {"code", "--goto", "{path}:{line}"},
	"codium":             {"codium", "--goto", "{path}:{line}"},
	"cursor":             {"cursor", "--goto", "{path}:{line}"},
	"sublime_text":       {"subl", "{path}:{line}"},
	"dev.zed.Zed":        {"zed", "{path}:{line}"},
	"org.kde.kate":       {"kate", "--line", "{line}", "{path}"},
	"org.gnome.gedit":    {"gedit", "+{line}", "{path}"},
	"xed":                {"xed", "+{line}", "{path}"},
}

// argvAt returns the command that opens a path at a line, nil if none is known or installed.
func argvAt(editor, path string, line int) []string {
	known := takeLines[strings.TrimSuffix(editor, ".desktop")]
	if line == 0 || known == nil {
		return nil
	}
	if _, err := exec.LookPath(known[0]); err != nil {
		return nil
	}
	fill := strings.NewReplacer("{path}", path, "{line}", strconv.Itoa(line))
	argv := make([]string, 0, len(known))
	for _, arg := range known {
		argv = append(argv, fill.Replace(arg))
	}
	return argv
}

// launched are the ends of names whose files a system runs, installs or follows when it opens
// them.
var launched = []string{".desktop", ".url", ".webloc", ".command", ".app", ".appimage", ".lnk"}

// sniffed is how much of a file is read to decide whether it is text.
const sniffed = 8 << 10

// checkText returns why a file is not opened.
func checkText(path string) error {
	refused := message.New("file_not_text", "path", path).Error(nil)
	if !filepath.IsAbs(path) {
		return refused
	}
	name := strings.TrimRight(strings.ToLower(filepath.Base(path)), " .")
	for _, end := range launched {
		if strings.HasSuffix(name, end) {
			return refused
		}
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
