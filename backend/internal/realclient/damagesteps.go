package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
)

// Files as left by crashes and other versions.

// torn leaves the beginning of a record, like an interrupted write.
func torn(name string) step {
	return step{"torn line in " + name, func(_ context.Context, s *stage) error {
		files, err := transcripts(s.client.home.config)
		if err != nil {
			return err
		}
		f, err := os.OpenFile(files[s.named(name)], os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		s.truth.Torn = true
		_, err = f.WriteString(`{"type":"user","message":{"role":"us`)
		return err
	}}
}

// leftovers creates files that the client leaves without a conversation: an empty one and
// one with only a title.
func leftovers() step {
	return step{"leftovers", func(_ context.Context, s *stage) error {
		for i, content := range []string{"", `{"type":"summary","summary":"A title","leafUuid":"00000000-0000-4000-8000-00000000000f"}` + "\n"} {
			id := fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", i)
			path, err := s.path(id + ".jsonl")
			if err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				return err
			}
			s.truth.Leftovers = append(s.truth.Leftovers, id)
		}
		return nil
	}}
}

// lateParent moves the line of a prompt after that of its reply, as some versions write it
// occasionally.
func lateParent(name, label string) step {
	return step{"late parent " + label, func(_ context.Context, s *stage) error {
		return s.rewrite(name, func(data []byte) ([]byte, error) { return behindReply(data, label) })
	}}
}

// unasked cuts a session before its last prompt, as if the client had ended before taking
// it from the queue.
func unasked(name string) step {
	return step{"cut before the last prompt of " + name, func(_ context.Context, s *stage) error {
		label := s.truth.session(s.named(name)).unask()
		return s.rewrite(name, func(data []byte) ([]byte, error) {
			lines, at, err := promptLine(data, label)
			if err != nil {
				return nil, err
			}
			return bytes.Join(lines[:at], nil), nil
		})
	}}
}

// rewrite replaces a session's transcript by the result of edit.
func (s *stage) rewrite(name string, edit func([]byte) ([]byte, error)) error {
	files, err := transcripts(s.client.home.config)
	if err != nil {
		return err
	}
	path := files[s.named(name)]
	data, err := os.ReadFile(path)
	if err == nil {
		data, err = edit(data)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// promptLine returns the lines of a transcript, and the index of a prompt.
func promptLine(data []byte, label string) (lines [][]byte, at int, err error) {
	lines = slices.Collect(bytes.Lines(data))
	at = slices.IndexFunc(lines, func(line []byte) bool {
		return slices.ContainsFunc(recordsOf(line), func(r record) bool { return r.prompt() == label })
	})
	if at < 0 {
		return nil, 0, fmt.Errorf("no line has the prompt %s", label)
	}
	return lines, at, nil
}

// behindReply moves the line of a prompt after the line of its child.
func behindReply(data []byte, label string) ([]byte, error) {
	lines, prompt, err := promptLine(data, label)
	if err != nil {
		return nil, err
	}
	uuid := recordsOf(lines[prompt])[0].UUID
	reply := slices.IndexFunc(lines, func(line []byte) bool {
		return slices.ContainsFunc(recordsOf(line), func(r record) bool { return r.Parent == uuid })
	})
	if reply < prompt {
		return data, nil // already so, or without a child
	}
	moved := slices.Concat(lines[:prompt], lines[prompt+1:reply+1], lines[prompt:prompt+1], lines[reply+1:])
	return bytes.Join(moved, nil), nil
}
