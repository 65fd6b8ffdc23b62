package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// archiveScenarios delete sessions as the client does, and continue from the archive.
func archiveScenarios() []scenario {
	return []scenario{
		{"restored", "", []step{
			start("a", "Q1 one {think} {run echo 1} {task T1 look {run echo 2}}"), agents("a", "T1"),
			goOn("a", "b", "Q2 two"), restored("b"), goOn("b", "c", "Q3 three"),
		}},
		{"restored-files", "2.1.100", []step{
			open(), say("a", "a", "Q1 one {write made.txt one} {todo T1 plan}"), say("a", "a", "Q2 two {write made.txt two}"), leave(),
			restored("a"), reopen("a"), say("a", "b", "Q3 three"), back("b", "Q2", "Q4 four"), made("made.txt", "one"), leave(),
		}},
		{"continue-archived", continueSince, []step{
			start("a", "Q1 one"), goOn("a", "a", "Q2 two"), continueArchived("a", "Q1", "b", "Q3 three"),
			restoreKept("a"), goOn("a", "a", "Q4 four"),
		}},
	}
}

// restored archives a session, deletes it, and restores it: every file of it and every byte that
// a resume sends is as before.
func restored(name string) step {
	return step{"archive, delete and restore " + name, func(ctx context.Context, s *stage) error {
		known, err := s.known(name)
		if err != nil {
			return err
		}
		sent, err := s.sentOnResume(ctx, known.ID, "before") // meanwhile a client that ends writes its last lines
		if err != nil {
			return err
		}
		before, err := s.filesOf(known.ID)
		if err != nil {
			return err
		}
		if err := s.archiveAndDelete(ctx, known.ID); err != nil {
			return err
		}
		if err := restoreKept(name).do(ctx, s); err != nil {
			return err
		}
		now, err := s.filesOf(known.ID)
		if err != nil {
			return err
		}
		if !maps.EqualFunc(before, now, bytes.Equal) {
			return fmt.Errorf("the files of %.8s are not as they were: %q, now %q", known.ID, slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(now)))
		}
		again, err := s.sentOnResume(ctx, known.ID, "after")
		if err == nil && !bytes.Equal(sent, again) {
			err = fmt.Errorf("resuming %.8s sends\n%s\nafter it sent\n%s", known.ID, again, sent)
		}
		return err
	}}
}

// sentOnResume returns the messages that the client sends when it resumes a copy of a session.
func (s *stage) sentOnResume(ctx context.Context, id, when string) ([]byte, error) {
	run := fmt.Sprintf("%s-%s-%.8s", s.run, when, id)
	if err := s.probeOne(ctx, id, run); err != nil {
		return nil, err
	}
	for _, e := range s.standin.exchanges(run) {
		if e.Label == probeLabel && !e.Aside {
			return e.sent, nil
		}
	}
	return nil, fmt.Errorf("resuming %.8s sent nothing", id)
}

// filesOf returns the files of a session by their paths.
func (s *stage) filesOf(id string) (map[string][]byte, error) {
	places, err := s.placesOf(id)
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, place := range places {
		err := filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			all[path], err = os.ReadFile(path)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return all, nil
}

// placesOf returns the files and directories that are named after a session.
func (s *stage) placesOf(id string) ([]string, error) {
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return nil, err
	}
	config := s.client.home.config
	places, err := filepath.Glob(filepath.Join(config, "todos", id+"-agent-*.json"))
	return append(places, files[id], strings.TrimSuffix(files[id], ".jsonl"), filepath.Join(config, "file-history", id), filepath.Join(config, "tasks", id)), err
}

// made expects a file in the project.
func made(name, text string) step {
	return step{name + " contains " + text, func(_ context.Context, s *stage) error {
		data, err := os.ReadFile(filepath.Join(s.client.home.project, name))
		if err == nil && strings.TrimSpace(string(data)) != text {
			err = fmt.Errorf("it contains %q", data)
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
	places, err := s.placesOf(id)
	for _, place := range places {
		err = errors.Join(err, os.RemoveAll(place))
	}
	return err
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
