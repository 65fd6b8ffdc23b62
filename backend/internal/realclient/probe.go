package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// probe resumes every session on a copy of the configuration and asks one more prompt, so
// that the stand-in learns what the reading version loads.
func (s *stage) probe(ctx context.Context) error {
	s.truth.Loaded = map[string][]piece{}
	for i, known := range s.truth.Sessions {
		if err := ctx.Err(); err != nil {
			return err
		}
		run := fmt.Sprintf("%s-probe-%d", s.run, i)
		if err := s.probeOne(ctx, known.ID, run); err != nil {
			return err
		}
		for _, e := range s.standin.exchanges(run) {
			if e.Label == probeLabel && !e.Aside {
				s.truth.Loaded[known.ID] = beforeProbe(pieces(e.Messages...))
				break
			}
		}
		h, err := s.history(known.ID)
		if err != nil {
			return err
		}
		known.settle(h.order(), s.truth.Loaded[known.ID])
	}
	return nil
}

func (s *stage) probeOne(ctx context.Context, id, run string) error {
	config := filepath.Join(s.client.home.dir, "probe")
	defer os.RemoveAll(config)
	if err := copyTree(config, s.client.home.config); err != nil {
		return err
	}
	// These mark running sessions, which would not be resumed.
	for _, name := range []string{"jobs", "daemon", "sessions"} {
		if err := os.RemoveAll(filepath.Join(config, name)); err != nil {
			return err
		}
	}
	_, err := s.reader.print(ctx, printed{
		prompt: probeLabel, args: []string{"--resume", id}, config: config, api: s.standin.address + "/" + run,
	})
	endBackground(s.client.home)
	if err != nil && ctx.Err() == nil { // a session that cannot be resumed loads nothing: a valid result
		s.truth.Notes = append(s.truth.Notes, fmt.Sprintf("resuming %.8s: %v", id, err))
		return nil
	}
	return err
}

// beforeProbe returns the messages before the probe's prompt.
func beforeProbe(all []piece) []piece {
	for i, p := range all {
		if p.Kind == "text" && strings.HasPrefix(p.Text, probeLabel) {
			return all[:i]
		}
	}
	return all
}
