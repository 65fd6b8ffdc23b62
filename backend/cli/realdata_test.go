package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/cli"
	"dendro/backend/internal/tests"
	"dendro/backend/resume"
)

// TestShowOfRealHistories compares "show --json" of every session of every set of real
// histories with encoding/json's view of the same files: every tool call of the chain
// appears once, every recorded result on its call, every agent's file on a call or among
// the unattached. The sets are not part of the project: without them the test is skipped.
func TestShowOfRealHistories(t *testing.T) {
	for name, root := range tests.RealRoots(t) {
		t.Run(name, func(t *testing.T) {
			c := shownSet{t: t, root: root, files: readSet(t, filepath.Join(root, "projects")), cache: t.TempDir()}
			c.check()
			t.Logf("%+v", c.counts)
		})
	}
}

// setCounts are totals to log for a set.
type setCounts struct {
	Sessions, Branches, Rows                        int
	ChainCalls, ShownCalls, AgentCalls              int
	Results, Missing                                int
	Agents, Attached, Unattached, Internal, Orphans int
	Inline                                          int
}

// shownSet is a set with the output of "show".
type shownSet struct {
	t      *testing.T
	root   string
	cache  string
	files  map[string]*plainFile
	counts setCounts

	file  *plainFile               // of the current session
	shown map[string]bool          // calls of the session's file, on any of its branches
	seen  map[string]bool          // agents, in any session
	loose map[string]bool          // agents that were unattached somewhere
	calls map[callAt]int           // of one document
	plain map[string][]plainResult // by call, of the session's files
}

// callAt is a call in the conversation of an agent, "" for the session's own.
type callAt struct{ agent, id string }

type shownRow struct {
	Kind string
	UUID string
	Tool *struct {
		ID, Name, Status, Result string
	}
	Sidechain *struct {
		Agent string
		First string
		Rows  []shownRow
	}
}

// dendro runs a command on the set and decodes its output.
func (c *shownSet) dendro(into any, args ...string) {
	c.t.Helper()
	c.t.Setenv("DENDRO_CACHE_DIR", c.cache)
	var out, errs bytes.Buffer
	status := cli.Run(context.Background(), cli.Env{
		Args: append(args, "--json", "--root", c.root), Stdout: &out, Stderr: &errs,
		Home:     c.cache,
		Now:      time.Now,
		Launcher: resume.New(resume.Host(c.cache)),
	})
	if status != 0 {
		c.t.Fatalf("dendro %v: status %d: %s", args, status, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		c.t.Fatalf("dendro %v: %v", args, err)
	}
}

func (c *shownSet) check() {
	var tree struct {
		Chats []struct {
			Sessions []struct {
				ID, File, ActiveLeaf string
				Rewinds              []struct {
					Branches []struct{ Tip string }
				}
			}
		}
	}
	c.dendro(&tree, "tree")
	c.seen, c.loose = map[string]bool{}, map[string]bool{}
	for _, chat := range tree.Chats {
		for _, s := range chat.Sessions {
			c.counts.Sessions++
			tips := map[string]bool{s.ActiveLeaf: true}
			for _, r := range s.Rewinds {
				for _, b := range r.Branches {
					tips[b.Tip] = true
				}
			}
			c.session(s.ID, filepath.Join(c.root, s.File), tips)
		}
	}
	orphans := c.orphans()
	for path, f := range c.files {
		id, ok := strings.CutPrefix(f.id, "agent-")
		if !ok {
			continue
		}
		c.counts.Agents++
		switch internal := f.internal(id); {
		case internal && c.seen[id]:
			c.t.Errorf("%s: an internal agent is shown", path)
		case internal:
			c.counts.Internal++
		case c.loose[id]:
			c.counts.Unattached++
		case c.seen[id]:
			c.counts.Attached++
		case orphans[path]:
			c.counts.Orphans++
		default:
			c.t.Errorf("%s: on no call of any session, and not among the unattached", path)
		}
	}
}

// orphans returns the agents' files without a session, according to doctor.
func (c *shownSet) orphans() map[string]bool {
	var report struct {
		Orphans []struct{ File, Session string }
	}
	c.dendro(&report, "doctor")
	list := map[string]bool{}
	for _, o := range report.Orphans {
		path := filepath.Join(c.root, o.File)
		list[path] = true
		for _, f := range c.files {
			if f.id == o.Session {
				c.t.Errorf("%s: its session is there", path)
			}
		}
	}
	return list
}

// session checks every branch of a session.
func (c *shownSet) session(id, path string, tips map[string]bool) {
	c.file = c.files[filepath.Clean(path)]
	if c.file == nil {
		c.t.Fatalf("%s: no such file was read", path)
	}
	c.plain = c.results(id)
	c.shown = map[string]bool{}
	for tip := range tips {
		c.branch(id, tip)
	}
	for _, r := range c.file.records {
		for _, call := range r.calls {
			if !c.shown[call] {
				c.t.Errorf("%s: the call %s of %s is on no branch (in a sidechain: %t)", id, call, r.UUID, r.Sidechain)
			}
		}
	}
}

func (c *shownSet) branch(id, tip string) {
	c.counts.Branches++
	var doc struct {
		Session, Tip string
		Rows         []shownRow
	}
	args := []string{"show", id}
	if tip != "" {
		args = append(args, "--tip", tip)
	}
	c.dendro(&doc, args...)
	c.calls = map[callAt]int{}
	c.rows(id, "", doc.Rows)
	for call, n := range c.calls {
		if n != 1 {
			c.t.Errorf("%s: the call %s of agent %q stands %d times", id, call.id, call.agent, n)
		}
		if call.agent == "" || strings.HasPrefix(call.agent, "inline ") {
			c.shown[call.id] = true
		}
	}
	for _, call := range c.file.callsAbove(doc.Tip) {
		c.counts.ChainCalls++
		if c.calls[callAt{"", call}] != 1 {
			c.t.Errorf("%s: the call %s of the chain stands %d times", id, call, c.calls[callAt{"", call}])
		}
	}
	c.agentCalls(id)
}

// agentCalls checks that the rows of an agent with a file hold every call of
// the file.
func (c *shownSet) agentCalls(id string) {
	for _, f := range c.files {
		agent, ok := strings.CutPrefix(f.id, "agent-")
		if _, shown := c.calls[callAt{agent, ""}]; !ok || !shown {
			continue
		}
		for _, r := range f.records {
			for _, call := range r.calls {
				c.counts.AgentCalls++
				if c.calls[callAt{agent, call}] != 1 {
					c.t.Errorf("%s: the call %s of agent %s stands %d times", id, call, agent, c.calls[callAt{agent, call}])
				}
			}
		}
	}
}

func (c *shownSet) rows(session, agent string, rows []shownRow) {
	for i := range rows {
		r := &rows[i]
		c.counts.Rows++
		if r.Tool != nil && r.Tool.ID != "" {
			c.counts.ShownCalls++
			c.calls[callAt{agent, r.Tool.ID}]++
			c.result(session, r)
		}
		if s := r.Sidechain; s != nil {
			inner := s.Agent
			switch {
			case inner == "" && !strings.HasPrefix(s.First, "call-"):
				inner = "inline " + s.First
				c.counts.Inline++
			case inner != "":
				if c.calls[callAt{inner, ""}]++; c.calls[callAt{inner, ""}] > 1 {
					c.t.Errorf("%s: agent %s stands on two rows", session, inner)
				}
				c.seen[inner] = true
				if r.Tool != nil && r.Tool.Name == "(unattached agent)" {
					c.loose[inner] = true
				}
			}
			c.rows(session, inner, s.Rows)
		}
	}
}

// result checks that a row holds the recorded result of its call.
func (c *shownSet) result(session string, r *shownRow) {
	recorded := c.plain[r.Tool.ID]
	if (len(recorded) > 0) != (r.Tool.Status != "missing") {
		c.t.Errorf("%s: the call %s is %q, and has %d results", session, r.Tool.ID, r.Tool.Status, len(recorded))
		return
	}
	if len(recorded) == 0 {
		c.counts.Missing++
		return
	}
	c.counts.Results++
	for _, block := range recorded {
		if block.failed == (r.Tool.Status == "error") && block.says(r.Tool.Result) {
			return
		}
	}
	c.t.Errorf("%s: the result of %s is not the recorded one: %.80q", session, r.Tool.ID, r.Tool.Result)
}
