package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// clientPath is the path of a version's program installed by npm.
func clientPath(work, version string) string {
	return filepath.Join(work, "v", version, "node_modules", ".bin", "claude")
}

// missing returns the first required program that is not installed, or "".
func missing(programs ...string) string {
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			return name
		}
	}
	return ""
}

// install returns the versions that are installed, or could be fetched.
func install(ctx context.Context, work string, versions []string, out io.Writer) []string {
	var there []string
	for _, version := range versions {
		if err := installOne(ctx, work, version); err != nil {
			fmt.Fprintf(out, "skipped: version %s cannot be had: %v\n", version, err)
			continue
		}
		there = append(there, version)
	}
	return there
}

func installOne(ctx context.Context, work, version string) error {
	if _, err := os.Stat(clientPath(work, version)); err == nil {
		return nil
	}
	dir := filepath.Join(work, "v", version)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// Without a package.json here npm would install into a parent directory.
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{\"private\":true}\n"), 0o644); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "@anthropic-ai/claude-code@"+version)
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		first, _, _ := bytes.Cut(bytes.TrimSpace(said), []byte("\n"))
		return fmt.Errorf("npm install: %w: %s", err, first)
	}
	_, err := os.Stat(clientPath(work, version))
	return err
}

// isolated reruns this program in a network namespace with only loopback, and returns its
// exit status; ok is false if that is impossible.
func isolated(ctx context.Context, args []string, out, errs io.Writer) (code int, ok bool) {
	const up = `ip link set lo up && exec "$@"`
	if exec.CommandContext(ctx, "unshare", "-n", "sh", "-c", up, "sh", "true").Run() != nil {
		return 0, false
	}
	self, err := os.Executable()
	if err != nil {
		return 0, false
	}
	cmd := exec.CommandContext(ctx, "unshare", append([]string{"-n", "sh", "-c", up, "sh", self}, args...)...)
	cmd.Stdout, cmd.Stderr = out, errs
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // then it ends its children
	err = cmd.Run()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		return 0, false
	}
	return cmd.ProcessState.ExitCode(), true
}
