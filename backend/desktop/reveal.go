package desktop

import (
	"context"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/godbus/dbus/v5"

	"dendro/backend/message"
)

// Reveal shows the file at path in the file manager, selected if possible.
func Reveal(ctx context.Context, path string) error {
	switch runtime.GOOS {
	case "darwin":
		return start(ctx, "open", "-R", path)
	case "windows":
		return start(ctx, "explorer", "/select,"+path)
	default:
		if selectInFileManager(ctx, path) == nil {
			return nil
		}
		return start(ctx, "xdg-open", filepath.Dir(path))
	}
}

// OpenDirectory opens a directory in the file manager.
func OpenDirectory(ctx context.Context, dir string) error {
	if err := checkDirectory(dir); err != nil {
		return err
	}
	switch runtime.GOOS {
	case "darwin":
		return start(ctx, "open", "-a", "Finder", dir)
	case "windows":
		return start(ctx, "explorer", dir)
	default:
		return start(ctx, "xdg-open", dir)
	}
}

// selectInFileManager uses the common interface of Linux file managers. It returns an error
// if none responds.
func selectInFileManager(ctx context.Context, path string) error {
	file := (&url.URL{Scheme: "file", Path: path}).String()
	return onSessionBus(ctx, 3*time.Second, func(ctx context.Context, conn *dbus.Conn) error {
		return conn.Object("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1").
			CallWithContext(ctx, "org.freedesktop.FileManager1.ShowItems", 0, []string{file}, "").Err
	})
}

// start starts a program that outlives this call, and reaps it when it ends.
func start(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, args...)
	if err := cmd.Start(); err != nil {
		return message.New("program_not_started", "program", name, "cause", err).Error(err)
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
