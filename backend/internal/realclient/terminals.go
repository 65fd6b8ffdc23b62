package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
)

// terminals is a private tmux server.
type terminals struct {
	dir    string
	opened atomic.Int64
}

func startTerminals() (*terminals, error) {
	dir, err := os.MkdirTemp("", "dendro-realclient-")
	if err != nil {
		return nil, err
	}
	return &terminals{dir: dir}, nil
}

func (t *terminals) tmux(ctx context.Context, args ...string) (string, error) {
	all := append([]string{"-S", filepath.Join(t.dir, "socket"), "-f", "/dev/null"}, args...)
	out, err := exec.CommandContext(ctx, "tmux", all...).Output()
	if err != nil {
		return "", fmt.Errorf("tmux %s: %w", args[0], err)
	}
	return string(out), nil
}

// close ends the server if it was started.
func (t *terminals) close(ctx context.Context) {
	if t.opened.Load() > 0 {
		t.tmux(ctx, "kill-server") //nolint:errcheck // it ends with its last session too
	}
	os.RemoveAll(t.dir)
}

func (t *terminals) open(ctx context.Context, c client, args []string) (*screen, error) {
	return t.run(ctx, c, nil, append([]string{c.bin}, args...))
}

// run runs a program in a terminal of its own, in a client's environment with additional
// variables, and waits for the client's box.
func (t *terminals) run(ctx context.Context, c client, env, argv []string) (*screen, error) {
	s := &screen{terminals: t, name: fmt.Sprintf("s%d", t.opened.Add(1))}
	line := []string{"new-session", "-d", "-s", s.name, "-x", "160", "-y", "70", "-c", c.home.project, "env", "-i"}
	line = append(line, c.home.environ(c.home.config, c.api)...)
	line = append(append(line, env...), argv...)
	if _, err := t.tmux(ctx, line...); err != nil {
		return nil, err
	}
	return s, s.ready(ctx)
}
