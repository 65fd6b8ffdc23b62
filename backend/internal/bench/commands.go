package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// fileList returns the session files of a history.
type fileList struct {
	names []string
	bytes int64
}

func list(root string) (l fileList, err error) {
	err = filepath.WalkDir(filepath.Join(root, "projects"), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".jsonl") {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		l.names = append(l.names, name)
		l.bytes += info.Size()
		return nil
	})
	return l, err
}

// absent is a word that occurs in no history: searching for it reads and indexes
// everything.
const absent = "qzxvkwyj"

// command is one of the compared programs.
type command struct {
	name  string
	args  []string
	files bool // append the names of the files to args
	fresh bool // start with an empty cache; others reuse that of the previous run
	// fails is set if it exits with status 1 because it finds nothing.
	fails bool

	times []time.Duration
	rss   int64
}

// commands runs the programs in turn and prints a row for each.
func commands(ctx context.Context, t *table, o options, root string, files fileList) error {
	cache, err := os.MkdirTemp("", "dendro-bench-cache-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	all := []*command{
		{name: "wc -l", args: []string{"wc", "-l"}, files: true},
		{name: "rg -c, a word that is not there", args: []string{"rg", "-c", "--no-config", absent}, files: true, fails: true},
		{name: "dendro tree, cold: no index", args: []string{o.binary, "tree", "--json", "--root", root}, fresh: true},
		{name: "dendro search, cold: scan and index", args: []string{o.binary, "search", absent, "--root", root}, fresh: true, fails: true},
		{name: "dendro tree, warm start", args: []string{o.binary, "tree", "--json", "--root", root}},
		{name: "dendro search, warm start", args: []string{o.binary, "search", absent, "--root", root}},
	}
	for round := range o.rounds + 1 { // the first round warms the page cache
		for _, c := range all {
			if _, err := exec.LookPath(c.args[0]); err != nil {
				continue
			}
			if err := c.run(ctx, files, cache, round > 0); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	for _, c := range all {
		if len(c.times) == 0 {
			t.note(c.name, c.args[0]+" is not installed")
			continue
		}
		if c.rss <= ownRSS() { // then the figure is this process's own
			c.rss = 0
		}
		t.row(c.name, quantile(c.times, 50), c.rss)
	}
	return nil
}

// filesPerRun bounds the length of a command line.
const filesPerRun = 5000

// run runs a command once; counted is false for a warm-up.
func (c *command) run(ctx context.Context, files fileList, cache string, counted bool) error {
	if c.fresh {
		if err := os.RemoveAll(cache); err != nil {
			return err
		}
	}
	start := time.Now()
	names := files.names
	for first := true; first || c.files && len(names) > 0; first = false {
		args := c.args[1:]
		if c.files {
			n := min(len(names), filesPerRun)
			args = append(args[:len(args):len(args)], names[:n]...)
			names = names[n:]
		}
		cmd := exec.CommandContext(ctx, c.args[0], args...)
		cmd.Env = append(os.Environ(), "DENDRO_CACHE_DIR="+cache)
		err := cmd.Run()
		if err != nil && (!c.fails || cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1) {
			return err
		}
		c.rss = max(c.rss, peakRSS(cmd.ProcessState))
	}
	if counted {
		c.times = append(c.times, time.Since(start))
	}
	return nil
}
