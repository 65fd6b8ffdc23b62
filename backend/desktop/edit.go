package desktop

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Edit opens a text file in the system's program for plain text. The path may come from a
// history: a file that is not text, or that a system might run when it is opened, is refused,
// and no shell reads the path.
func Edit(ctx context.Context, path string) error {
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
	if err == nil && editor != "" {
		if _, err = exec.LookPath("gtk-launch"); err == nil {
			return start(ctx, "gtk-launch", editor, path)
		}
	}
	return message.New("no_text_editor", "path", path).Error(err)
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
