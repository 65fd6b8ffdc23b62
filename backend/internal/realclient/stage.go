package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// stage plays one scenario with one version and records the truth.
type stage struct {
	version   string
	client    client
	reader    client // resumes the sessions in the end
	dendro    string
	standin   *standin
	run       string // the run's name in the stand-in
	terminals *terminals
	choices   int // of parts to leave out
	screen    *screen
	names     map[string]string // session ids by the names in the steps
	truth     *truth
}

// step is one user action, with a description for messages.
type step struct {
	words string
	do    func(ctx context.Context, s *stage) error
}

// errNotThere is returned if a version lacks a feature: its scenario is skipped.
var errNotThere = errors.New("not in this version")

func (s *stage) play(ctx context.Context, steps []step) error {
	defer func() {
		if s.screen != nil {
			s.screen.close(ctx)
		}
		endBackground(s.client.home)
	}()
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := step.do(ctx, s); err != nil {
			return fmt.Errorf("step %d, %s: %w", i+1, step.words, err)
		}
	}
	return nil
}

// named returns the session of a step, or "" if it does not exist yet.
func (s *stage) named(name string) string { return s.names[name] }

// known returns the truth about a step's session.
func (s *stage) known(name string) (*session, error) {
	if known := s.truth.session(s.names[name]); known != nil {
		return known, nil
	}
	return nil, fmt.Errorf("there is no session %s", name)
}

// asked records that a prompt was asked in a session, which has a name from now on. A new
// session is a copy of the session called from, unless the client sent none of its
// messages.
func (s *stage) asked(id, from, to, text string) {
	parent := s.named(from)
	label := labelOf(text)
	if p := s.truth.session(parent); p != nil && s.truth.session(id) == nil && len(p.Turns) > 0 && !s.sentAlong(label, p.Turns[0].Label) {
		s.truth.Notes = append(s.truth.Notes, fmt.Sprintf("%s was asked in a new session, without the earlier messages", label))
		parent = ""
	}
	s.truth.did(id, parent, label)
	s.names[to] = id
}

// sentAlong reports whether an earlier prompt, or a summary, was sent with a prompt.
func (s *stage) sentAlong(label, earlier string) bool {
	for _, e := range s.standin.exchanges(s.run) {
		if e.Label != label || e.Aside {
			continue
		}
		for _, p := range pieces(e.Messages...) {
			if p.Kind == "text" && (labelOf(p.Text) == earlier || strings.Contains(p.Text, summaryMark)) {
				return true
			}
		}
	}
	return false
}

// history reads the current transcript of a session.
func (s *stage) history(id string) (history, error) {
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return history{}, err
	}
	if files[id] == "" {
		return history{}, fmt.Errorf("session %s has no transcript", id)
	}
	return readHistory(files[id])
}

// holder waits for the session that records a prompt. Of several copies, the one written
// last counts.
func (s *stage) holder(ctx context.Context, label string) (id string, err error) {
	came, err := poll(ctx, replies, func() (bool, error) {
		id, err = s.recorded(label)
		return id != "", err
	})
	if err == nil && !came {
		err = fmt.Errorf("no transcript holds the prompt %s", label)
	}
	return id, err
}

// recorded returns the session that has a prompt, or "".
func (s *stage) recorded(label string) (string, error) {
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return "", err
	}
	var newest time.Time
	found := ""
	for id, path := range files {
		h, err := readHistory(path)
		if err != nil {
			return "", err
		}
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		if _, holds := h.order()[label]; holds && info.ModTime().After(newest) {
			newest, found = info.ModTime(), id
		}
	}
	return found, nil
}

// path returns a path in the project directory of the configuration, which the client has
// created by now.
func (s *stage) path(name string) (string, error) {
	dirs, err := filepath.Glob(filepath.Join(s.client.home.config, "projects", "*"))
	if err != nil || len(dirs) == 0 {
		return "", errors.Join(errors.New("the client made no project"), err)
	}
	return filepath.Join(dirs[0], name), nil
}
