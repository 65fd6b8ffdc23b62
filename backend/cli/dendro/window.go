package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// windowPlaces returns the possible paths of the window's binary, relative to the program's
// path, likeliest first. This program is small and needs no display libraries: it runs
// commands, and starts the other binary for the window.
func windowPlaces(system, program string) []string {
	if system == "windows" {
		dir := program[:max(0, strings.LastIndex(program, `\`))]
		return []string{dir + `\dendro-window.exe`}
	}
	dir := path.Dir(program)
	installed := []string{path.Join(dir, "../lib/dendro/dendro-window"), path.Join(dir, "dendro-window")}
	if system == "darwin" { // in Dendro.app/Contents/Resources/bin
		return append([]string{path.Join(dir, "../../MacOS/dendro")}, installed...)
	}
	return installed
}

// findWindow returns the first path that exists.
func findWindow(places []string, stat func(string) (fs.FileInfo, error)) (string, error) {
	for _, place := range places {
		info, err := stat(place)
		switch {
		case err == nil && info.Mode().IsRegular():
			return place, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
			return "", fmt.Errorf("the window cannot be started: %w", err)
		}
	}
	return "", fmt.Errorf("the window is not installed, there is no %s: install the package with the window, or name a command; 'dendro --help' lists them", places[0])
}

// startWindow replaces this process by the window's, with the same arguments. It returns if
// that fails, or on systems that can only start a child process.
func startWindow(args []string) error {
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err != nil {
		return fmt.Errorf("the window cannot be found: %w", err)
	}
	window, err := findWindow(windowPlaces(runtime.GOOS, self), os.Stat)
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" {
		// GTK names the window's class after the first argument, and desktops find their
		// entry, with its icon, by the class.
		err := syscall.Exec(window, append([]string{"dendro"}, args...), os.Environ())
		return fmt.Errorf("the window cannot be started: %w", &fs.PathError{Op: "exec", Path: window, Err: err})
	}
	if err := exec.Command(window, args...).Start(); err != nil {
		return fmt.Errorf("the window cannot be started: %w", err)
	}
	return nil
}
