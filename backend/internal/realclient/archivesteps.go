package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// archiveScenarios delete sessions as the client does, and continue from the archive.
func archiveScenarios() []scenario {
	return []scenario{
		{"restored", "", []step{
			start("a", "Q1 one {think} {run echo 1} {task T1 look {run echo 2}}"), agents("a", "T1"),
			goOn("a", "b", "Q2 two"), restored("b"), goOn("b", "c", "Q3 three"),
		}},
		{"continue-archived", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), continueArchived("a", "Q1", "b", "Q3 three"),
			restoreKept("a"), goOn("a", "a", "Q4 four"),
		}},
	}
}

// restored archives a session, deletes it, and restores it.
func restored(name string) step {
	return step{"archive, delete and restore " + name, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		before, err := s.contents()
		if err != nil {
			return err
		}
		if err := s.archiveAndDelete(ctx, known.ID); err != nil {
			return err
		}
		if err := restoreKept(name).do(ctx, s); err != nil {
			return err
		}
		now, err := s.contents()
		if err == nil && !bytes.Equal(before[known.ID], now[known.ID]) {
			err = fmt.Errorf("%.8s is not as it was", known.ID)
		}
		return err
	}}
}

// continueArchived makes Dendro continue from a session that only the archive has.
func continueArchived(from, at, to, text string) step {
	return continues(fmt.Sprintf("continue archived %s after %s→%s %s", from, at, to, text), wanted{from: from, at: at, to: to, text: text, archived: true})
}

// restoreKept puts a session back.
func restoreKept(name string) step {
	return step{"restore " + name, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		return s.runDendro(ctx, "restore", known.ID, "--yes")
	}}
}

// archiveAndDelete archives a session and deletes its files.
func (s *stage) archiveAndDelete(ctx context.Context, id string) error {
	if err := s.runDendro(ctx, "keep", id, "--root", s.client.home.config); err != nil {
		return err
	}
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return err
	}
	return errors.Join(os.Remove(files[id]), os.RemoveAll(strings.TrimSuffix(files[id], ".jsonl")))
}

func (s *stage) runDendro(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, s.dendro, args...)
	cmd.Dir, cmd.Env = s.client.home.project, append(s.client.home.environ(s.client.home.config, s.client.api), s.continueEnv()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("dendro %s: %w: %s", args[0], err, bytes.TrimSpace(out))
	}
	return nil
}

// dataDir is the data directory of Dendro in a scenario's directory.
func dataDir(dir string) string { return "DENDRO_DATA_DIR=" + filepath.Join(dir, "dendro", "data") }
