package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// checker compares Dendro's answers with the played events and with the messages that the
// client loaded.
type checker struct {
	dendro, dir, version string
	cache                string
	truth                *truth
	tally

	files map[string]string
	names map[string]string // short names of ids, in the order of the scenario
}

func (c *checker) run(ctx context.Context) (err error) {
	if c.cache, err = os.MkdirTemp("", "dendro-realclient-cache-"); err != nil {
		return err
	}
	defer os.RemoveAll(c.cache)
	if c.files, err = transcripts(filepath.Join(c.dir, "home", ".claude")); err != nil {
		return err
	}
	c.names = map[string]string{}
	for i, s := range c.truth.Sessions {
		c.names[s.ID] = fmt.Sprintf("s%d", i+1)
	}
	var tree treeJSON
	if _, err := c.ask(ctx, &tree, "tree"); err != nil {
		return err
	}
	listed := map[string]sessionJSON{}
	for _, chat := range tree.Chats {
		for _, s := range chat.Sessions {
			listed[s.ID] = s
		}
	}
	c.same("sessions", c.short(slices.Collect(maps.Keys(c.names))), c.short(slices.Collect(maps.Keys(listed))))
	if err := c.health(ctx); err != nil {
		return err
	}
	for _, s := range c.truth.Sessions {
		got, ok := listed[s.ID]
		if !ok {
			continue
		}
		if err := c.session(ctx, s, got); err != nil {
			return err
		}
	}
	return c.search(ctx)
}

// short names sessions for messages, in order.
func (c *checker) short(ids []string) []string {
	names := make([]string, 0, len(ids))
	for _, id := range ids {
		names = append(names, c.name(id))
	}
	slices.Sort(names)
	return names
}

// name returns the short name of a session, or its id if no step made it.
func (c *checker) name(id string) string {
	if id == "" {
		return "none"
	}
	if name := c.names[id]; name != "" {
		return name
	}
	return id
}

// health compares the doctor's report: nothing is unknown, nothing is broken unless on
// purpose, and files that are not chats are listed.
func (c *checker) health(ctx context.Context) error {
	var doctor doctorJSON
	text, err := c.ask(ctx, &doctor, "doctor")
	if err != nil {
		return err
	}
	if !c.truth.Torn { // whether a torn line counts depends on the client
		c.same("malformed", 0, len(doctor.Malformed))
	}
	c.same("unknown types", []string{}, slices.AppendSeq([]string{}, maps.Keys(doctor.UnknownTypes)))
	for _, id := range c.truth.Leftovers {
		c.same("the doctor names "+id, true, bytes.Contains(text, []byte(id)))
	}
	return nil
}

// search searches for every prompt: copies are one hit, and records of other content another one.
func (c *checker) search(ctx context.Context) error {
	seen := map[string]bool{}
	for _, s := range c.truth.Sessions {
		for _, t := range s.Turns {
			if seen[t.Label] {
				continue
			}
			seen[t.Label] = true
			var found searchJSON
			if _, err := c.ask(ctx, &found, "search", t.Label, "--in", "prompts"); err != nil {
				return err
			}
			prompts := 0
			for _, hit := range found.Hits {
				if hit.Kind == "prompt" {
					prompts++
				}
			}
			want := 1
			if c.truth.Rewritten[t.Label] {
				want = 2
			}
			c.same("hits of "+t.Label, want, prompts)
		}
	}
	return nil
}
