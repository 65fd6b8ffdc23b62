// Command e2e runs the browser tests against the real app: the program built
// with Wails' tag dev serves its window to a browser on this machine, with the
// real bound methods behind it.
//
//	go run ./build/e2e BINARY [arguments for playwright test]
//
// It starts the program, each time on a private desktop: for each of Playwright's workers,
// whose windows keep where they were left, with the demo history, with one session whose
// directory has a hostile name and a claude on PATH that records how it is called, and with
// testdata/cards, which holds a call of every tool and hostile text; and once with a year of
// work in 3,000 chats, with chats of very many branches, and with situations from strangers'
// histories. The tests find them by these variables, where N is a worker from 0:
//
//	DENDRO_BROWSER      the Chromium to drive
//	DENDRO_DEMO_URL_N   the window on the demo history
//	DENDRO_CARDS_URL_N  the window on testdata/cards
//	DENDRO_LIVE_URL_N   the window on the one session
//	DENDRO_LIVE_FILE_N  its transcript, for tests that append to it
//	DENDRO_LIVE_ID_N, DENDRO_LIVE_DIR_N  its id and its directory
//	DENDRO_RECORDS_N    where each call of claude leaves a directory call.*: argv
//	                    and env (each element ends in NUL), cwd, and done, written last
//	DENDRO_YEAR_URL     the window on the year
//	DENDRO_WIDE_URL     the window on chats of 32, 166 and 2,000 branches
//	DENDRO_STRANGE_URL  the window on situations from strangers' histories
//	DENDRO_EXPORT_FILE  a page that testdata/cards was exported to
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"dendro/build/desk"
)

func main() {
	os.Exit(status(os.Args[1:]))
}

// status runs the tests and returns the exit status.
func status(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if len(args) == 0 {
		fmt.Fprintln(os.Stderr, "usage: e2e BINARY [arguments for playwright test]")
		return 2
	}
	err := run(ctx, args[0], args[1:])
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return max(exit.ExitCode(), 1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return 0
}

func run(ctx context.Context, binary string, args []string) (err error) {
	binary, err = filepath.Abs(binary)
	if err != nil {
		return err
	}
	browser, err := exec.CommandContext(ctx, "sh", "build/find-browser.sh").Output()
	if err != nil {
		return fmt.Errorf("no Chromium was found: %w", err)
	}
	work, err := os.MkdirTemp("", "dendro-e2e-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()

	vectors, err := filepath.Abs(filepath.Join("testdata", "cards"))
	if err != nil {
		return err
	}
	page := filepath.Join(work, "export.html")
	roots := map[string]string{}
	write, writing := errgroup.WithContext(ctx)
	for _, name := range []string{"year", "wide", "strange"} {
		root := filepath.Join(work, "root-"+name)
		roots[name] = root
		write.Go(func() error { return goRun(writing, "./backend/internal/history/"+name, root) })
	}
	write.Go(func() error {
		return goRun(writing, "./backend/cli/dendro", "export", cardsSession, "--root", vectors, "--format", "html", "-o", page)
	})
	if err := write.Wait(); err != nil {
		return err
	}

	running := plan(work, vectors, roots)
	defer running.close()
	env, err := running.start(ctx, binary)
	if err != nil {
		return err
	}
	err = playwright(ctx, args, append(env, "DENDRO_BROWSER="+strings.TrimSpace(string(browser)), "DENDRO_EXPORT_FILE="+page))
	if err != nil {
		for _, a := range running {
			fmt.Fprint(os.Stderr, withoutReady(a.desk.Logs(binary)))
		}
	}
	return err
}

// apps are all programs.
type apps []*app

// plan lists the programs to start, each with the variables that say where it is. Everything
// that they write is in the directory work.
func plan(work, vectors string, roots map[string]string) (all apps) {
	add := func(vars func(*app) map[string]string, args ...string) {
		all = append(all, &app{dir: filepath.Join(work, fmt.Sprint("app", len(all))), args: args, vars: vars})
	}
	for name, root := range roots {
		add(func(a *app) map[string]string { return map[string]string{strings.ToUpper(name) + "_URL": a.url} }, "--root", root)
	}
	for _, name := range []string{"KEEP", "LOST"} {
		add(func(a *app) map[string]string {
			return map[string]string{name + "_URL": a.url, name + "_FILE": a.session.File}
		})
	}
	for n := range workers {
		own := func(name string) string { return fmt.Sprintf("%s_%d", name, n) }
		add(func(a *app) map[string]string { return map[string]string{own("DEMO_URL"): a.url} }, "--demo")
		add(func(a *app) map[string]string { return map[string]string{own("CARDS_URL"): a.url} }, "--root", vectors)
		add(func(a *app) map[string]string {
			return map[string]string{
				own("LIVE_URL"): a.url, own("LIVE_FILE"): a.session.File, own("LIVE_ID"): a.session.ID,
				own("LIVE_DIR"): a.session.Dir, own("RECORDS"): a.desk.Records(),
			}
		})
	}
	return all
}

// start starts all of them side by side, and returns the variables for the tests.
func (all apps) start(ctx context.Context, binary string) (env []string, err error) {
	addresses, err := freeAddresses(len(all))
	if err != nil {
		return nil, err
	}
	// The context of a group ends with its start, and the programs would with it.
	var group errgroup.Group
	for i, a := range all {
		group.Go(func() error { return a.open(ctx, binary, addresses[i]) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, a := range all {
		for name, value := range a.vars(a) {
			env = append(env, fmt.Sprintf("DENDRO_%s=%s", name, value))
		}
	}
	return env, nil
}

func (all apps) close() {
	var closing sync.WaitGroup
	for _, a := range all {
		closing.Go(a.close)
	}
	closing.Wait()
}

// workers is the number of parallel specs: a test waits more than it computes.
const workers = 2

// goRun runs one of the project's own programs.
func goRun(ctx context.Context, args ...string) error {
	if out, err := exec.CommandContext(ctx, "go", append([]string{"run"}, args...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("go run %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// withoutReady filters a message that Wails' development build logs for every page: it does
// not know the page's own ready message.
func withoutReady(logs string) string {
	var kept strings.Builder
	for line := range strings.Lines(logs) {
		if !strings.Contains(line, "runtime:ready") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// cardsSession is the session of testdata/cards that calls every tool.
const cardsSession = "c0ffee00"

// playwright runs the tests in frontend/e2e.
func playwright(ctx context.Context, args, env []string) error {
	report, err := filepath.Abs(filepath.Join(".cache", "tally", "playwright.json"))
	if err != nil {
		return err
	}
	args = append([]string{"playwright", "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json", fmt.Sprint("--workers=", workers)}, args...)
	cmd := exec.CommandContext(ctx, "npx", args...)
	cmd.Dir = "frontend"
	cmd.Env = append(append(os.Environ(), env...), "PLAYWRIGHT_JSON_OUTPUT_FILE="+report)
	cmd.Stdout = os.Stdout
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// app is the program on a desktop of its own, serving its window at url.
type app struct {
	dir  string
	args []string
	// vars returns the variables for the tests, without their prefix.
	vars func(*app) map[string]string

	desk    *desk.Desk
	session desk.Session
	url     string
}

// open starts the program, whose window is to be at address, and waits until it responds.
// The caller closes the app, even if an error is returned.
func (a *app) open(ctx context.Context, binary, address string) error {
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return err
	}
	var err error
	if a.desk, err = desk.Start(ctx, a.dir); err != nil {
		return err
	}
	if err := a.desk.FakeClaude(); err != nil {
		return err
	}
	if a.session, err = a.desk.WriteSession(); err != nil {
		return err
	}
	// A copy, so that a concurrent build of the frontend does no harm.
	assets := filepath.Join(a.dir, "assets")
	if err := os.CopyFS(assets, os.DirFS("frontend/dist")); err != nil {
		return err
	}
	// The three names are read by the Wails development build.
	a.desk.Setenv("assetdir", assets)
	a.desk.Setenv("devserver", address)
	a.desk.Setenv("loglevel", "error")
	if _, err := a.desk.Run(ctx, binary, a.args...); err != nil {
		return err
	}
	a.url = "http://" + address
	if err := answers(ctx, a.url+"/api/state"); err != nil {
		return fmt.Errorf("%w\n%s", err, a.desk.Logs(binary))
	}
	return nil
}

func (a *app) close() {
	if a.desk == nil {
		return
	}
	if err := a.desk.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
	}
}

// freeAddresses returns n addresses that are unused, each another one.
func freeAddresses(n int) ([]string, error) {
	var addresses []string
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		// Held until all are chosen.
		defer func() { _ = listener.Close() }()
		addresses = append(addresses, listener.Addr().String())
	}
	return addresses, nil
}

// answers waits until url answers with 200.
func answers(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the app does not answer at %s", url)
		case <-time.After(100 * time.Millisecond):
		}
	}
}
