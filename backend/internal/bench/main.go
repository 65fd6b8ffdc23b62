// Bench compares Dendro with common tools on a synthetic history of any size. It prints a
// table of times and their ratio to `wc -l` on the same files, which is about the minimum
// cost of reading them.
//
// Commands run in turn for several rounds, and the median counts, so that a busy moment of
// the machine affects all of them. The history is written once and reused; the page cache
// is warm.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"dendro/backend/internal/corpus"
)

type options struct {
	size   int64
	rounds int
	dir    string // directory of the histories
	binary string // the headless binary
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	size := flags.String("size", "100M", "how large the history is, 10M to 5G")
	flags.IntVar(&o.rounds, "rounds", 5, "how often every command is run")
	flags.StringVar(&o.dir, "dir", filepath.Join(os.TempDir(), "dendro-bench"), "where histories are kept")
	write := flags.Bool("write", false, "only write the history")
	flags.StringVar(&o.binary, "bin", "", "the headless binary (make build-headless)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var err error
	if o.size, err = parseSize(*size); err != nil {
		return err
	}
	if *write {
		_, err := corpus.Write(corpusDir(o), o.size, 1)
		return err
	}
	if o.binary == "" || o.rounds < 1 {
		return errors.New("-bin is needed, and at least one round")
	}
	root, err := history(ctx, o, out)
	if err != nil {
		return err
	}
	files, err := list(root)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s in %d session files, %d rounds, medians\n\n", bytesText(files.bytes), len(files.names), o.rounds)
	t := &table{out: out, raw: files.bytes}
	if err := commands(ctx, t, o, root, files); err != nil {
		return err
	}
	return inside(ctx, t, o, root)
}

func corpusDir(o options) string { return filepath.Join(o.dir, fmt.Sprintf("corpus-%d", o.size)) }

// history returns the history of a size and creates it if necessary. A separate process
// writes it, because a command's reported peak memory is never below that of its parent.
func history(ctx context.Context, o options, out io.Writer) (root string, err error) {
	root = corpusDir(o)
	whole := filepath.Join(root, "whole")
	if _, err := os.Stat(whole); err == nil {
		return root, nil
	}
	if err := os.RemoveAll(root); err != nil { // left by an interrupted run
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(out, "writing a history of %s below %s\n", bytesText(o.size), o.dir)
	cmd := exec.CommandContext(ctx, self, "-write", "-dir", o.dir, "-size", fmt.Sprintf("%dM", o.size>>20))
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("write a history: %w", err)
	}
	return root, os.WriteFile(whole, nil, 0o600)
}
