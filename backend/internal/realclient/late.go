package main

import (
	"bytes"
	"fmt"
	"slices"
)

// behindReply moves the line of a prompt behind the line of the record that
// hangs on it.
func behindReply(data []byte, label string) ([]byte, error) {
	lines := slices.Collect(bytes.Lines(data))
	prompt := slices.IndexFunc(lines, func(line []byte) bool {
		return slices.ContainsFunc(recordsOf(line), func(r record) bool { return r.prompt() == label })
	})
	if prompt < 0 {
		return nil, fmt.Errorf("no line has the prompt %s", label)
	}
	uuid := recordsOf(lines[prompt])[0].UUID
	reply := slices.IndexFunc(lines, func(line []byte) bool {
		return slices.ContainsFunc(recordsOf(line), func(r record) bool { return r.Parent == uuid })
	})
	if reply < prompt {
		return data, nil // so it is already, or nothing hangs on it
	}
	moved := slices.Concat(lines[:prompt], lines[prompt+1:reply+1], lines[prompt:prompt+1], lines[reply+1:])
	return bytes.Join(moved, nil), nil
}
