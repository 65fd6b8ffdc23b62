package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The fields read from the headless commands; contract.md fixes their names.

type treeJSON struct {
	Chats []struct {
		Sessions []sessionJSON `json:"sessions"`
	} `json:"chats"`
}

type sessionJSON struct {
	ID          string            `json:"id"`
	Parent      string            `json:"parent"`
	Relation    string            `json:"relation"`
	Superseded  bool              `json:"superseded"`
	ActiveLeaf  string            `json:"activeLeaf"`
	Rewinds     []rewindJSON      `json:"rewinds"`
	Compactions []json.RawMessage `json:"compactions"`
	Agents      int               `json:"agents"`
	Evidence    []string          `json:"evidence"`
	Without     *leftJSON         `json:"without"`
}

type rewindJSON struct {
	At       string       `json:"at"`
	Branches []branchJSON `json:"branches"`
}

type branchJSON struct {
	First  string `json:"first"`
	Active bool   `json:"active"`
}

type showJSON struct {
	Continues string    `json:"continues"`
	Loads     *[]string `json:"loads"` // nil if the binary does not support it
	Rows      []rowJSON `json:"rows"`
}

type rowJSON struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
	Tool struct {
		Name string `json:"name"`
	} `json:"tool"`
}

type searchJSON struct {
	Hits []struct {
		Session string `json:"session"`
		Kind    string `json:"kind"`
	} `json:"hits"`
}

type doctorJSON struct {
	Malformed    []json.RawMessage `json:"malformed"`
	UnknownTypes map[string]int    `json:"unknownTypes"`
}

// ask runs a headless command and decodes its JSON. It also returns the raw text, for
// fields that are not part of the contract.
func (c *checker) ask(ctx context.Context, answer any, args ...string) ([]byte, error) {
	args = append(args, "--json", "--root", filepath.Join(c.dir, "home", ".claude"))
	cmd := exec.CommandContext(ctx, c.dendro, args...)
	cmd.Env = append(os.Environ(), "DENDRO_CACHE_DIR="+c.cache, "XDG_CONFIG_HOME="+filepath.Join(c.dir, "dendro", "config"), dataDir(c.dir))
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("dendro %s: %w: %s", args[0], err, bytes.TrimSpace(failed.Stderr))
	}
	if err != nil {
		return nil, fmt.Errorf("dendro %s: %w", args[0], err)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		return nil, fmt.Errorf("dendro %s: %w", args[0], err)
	}
	return out, nil
}
