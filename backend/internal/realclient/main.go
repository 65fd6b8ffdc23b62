// Realclient plays scenarios with released versions of Claude Code against a stand-in for
// its model. It compares Dendro's view of the files with the played events and with the
// messages that each version loads.
//
// The client is a black box here: it is installed, run, and operated like by a user. A
// scenario has a home, a configuration and a project of its own, an empty environment, and
// if the system allows it no network but loopback. It requires only npm, node and tmux; if
// one of them or the package is unavailable, this is reported and nothing counts as failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

type options struct {
	dendro   string
	versions []string
	only     []string
	reader   string // the version that resumes the sessions; "" for the one that played them
	work     string
	jobs     int
	choices  int
	recheck  bool // only check earlier runs
	notes    bool
	inside   bool // the network is isolated already
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "realclient:", err)
	}
	os.Exit(code)
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("realclient", flag.ContinueOnError)
	flags.StringVar(&o.dendro, "dendro", "", "the headless binary (make build-headless)")
	versions := flags.String("versions", "", "which versions, with commas between them")
	only := flags.String("only", "", "which scenarios, all without it")
	flags.StringVar(&o.reader, "reader", "", "which version resumes the sessions in the end, the one that played them without it")
	flags.StringVar(&o.work, "work", filepath.Join(".cache", "realclient"), "directory of the installed versions and the runs")
	flags.IntVar(&o.jobs, "jobs", 2, "how many scenarios are played at a time")
	flags.IntVar(&o.choices, "choices", 4, "how many choices of parts to leave out are played per session")
	flags.BoolVar(&o.recheck, "recheck", false, "check earlier runs again")
	flags.BoolVar(&o.notes, "notes", false, "also print remarkable results that are not failures")
	flags.BoolVar(&o.inside, "inside", false, "there is no network but loopback already")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.versions, o.only = list(*versions), list(*only)
	if o.dendro == "" || len(o.versions) == 0 || o.jobs < 1 {
		return o, errors.New("-dendro and -versions are needed, and at least one job")
	}
	if o.dendro, err = filepath.Abs(o.dendro); err != nil {
		return o, err
	}
	o.work, err = filepath.Abs(o.work)
	return o, err
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

func run(ctx context.Context, args []string, out, errs io.Writer) (code int, err error) {
	o, err := parse(args)
	if err != nil {
		return 2, err
	}
	chosen, err := choose(scenarios(), o.only)
	if err != nil {
		return 2, err
	}
	if !o.recheck && !o.inside {
		if name := missing("npm", "node", "tmux"); name != "" {
			fmt.Fprintf(out, "skipped: %s is not installed\n", name)
			return 0, nil
		}
		if o.reader != "" && len(install(ctx, o.work, []string{o.reader}, out)) == 0 {
			fmt.Fprintln(out, "skipped: there is no version to resume with")
			return 0, nil
		}
		if o.versions = install(ctx, o.work, o.versions, out); len(o.versions) == 0 {
			fmt.Fprintln(out, "skipped: there is no version to play with")
			return 0, nil
		}
		// The last of a flag counts.
		again := slices.Concat(args, []string{"-inside", "-versions", strings.Join(o.versions, ",")})
		if code, ok := isolated(ctx, again, out, errs); ok {
			return code, nil
		}
	}
	good, err := playAll(ctx, o, chosen, out)
	if err != nil || !good {
		return 1, err
	}
	return 0, nil
}

// choose returns the requested scenarios.
func choose(all []scenario, only []string) ([]scenario, error) {
	for _, name := range only {
		if !slices.ContainsFunc(all, func(s scenario) bool { return s.name == name }) {
			return nil, fmt.Errorf("there is no scenario %s", name)
		}
	}
	return slices.DeleteFunc(all, func(s scenario) bool { return len(only) > 0 && !slices.Contains(only, s.name) }), nil
}

// playAll plays every scenario with every version, several at a time.
func playAll(ctx context.Context, o options, chosen []scenario, out io.Writer) (good bool, err error) {
	h := house{options: o}
	if h.standin, err = startStandin(); err != nil {
		return false, err
	}
	defer h.standin.close()
	if h.terminals, err = startTerminals(); err != nil {
		return false, err
	}
	defer h.terminals.close(context.WithoutCancel(ctx))

	jobs, outcomes := make(chan job), make(chan outcome)
	var workers sync.WaitGroup
	for range o.jobs {
		workers.Go(func() {
			for j := range jobs {
				outcomes <- h.do(ctx, j)
			}
		})
	}
	go func() {
		defer close(outcomes)
		defer workers.Wait()
		defer close(jobs)
		for _, s := range chosen {
			for _, version := range o.versions {
				if ctx.Err() == nil {
					jobs <- job{version, s}
				}
			}
		}
	}()
	r := report{out: out, notes: o.notes}
	for o := range outcomes {
		if ctx.Err() == nil { // an interrupted scenario has no result
			r.add(o)
		}
	}
	return r.table(o.versions, chosen), ctx.Err()
}
