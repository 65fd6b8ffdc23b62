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
	"syscall"
	"time"

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
	roots := map[string]string{}
	for _, name := range []string{"year", "wide", "strange"} {
		roots[name] = filepath.Join(work, "root-"+name)
		if err := goRun(ctx, "./backend/internal/history/"+name, roots[name]); err != nil {
			return fmt.Errorf("the history %q was not written: %w", name, err)
		}
	}
	page := filepath.Join(work, "export.html")
	if err := goRun(ctx, "./backend/cli/dendro", "export", cardsSession, "--root", vectors, "--format", "html", "-o", page); err != nil {
		return fmt.Errorf("nothing was exported: %w", err)
	}

	var running apps
	defer running.close()
	env, err := running.start(ctx, work, binary, vectors, roots)
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

// apps are all started programs.
type apps []*app

func (all *apps) close() {
	for _, a := range *all {
		a.close()
	}
}

// start starts all of them, and returns the variables for the tests.
func (all *apps) start(ctx context.Context, work, binary, vectors string, roots map[string]string) (env []string, err error) {
	start := func(name string, args ...string) *app {
		if err != nil {
			return nil
		}
		var a *app
		a, err = open(ctx, filepath.Join(work, fmt.Sprint(name, len(*all))), binary, args...)
		*all = append(*all, a)
		return a
	}
	for name, root := range roots {
		if a := start(name, "--root", root); err == nil {
			env = append(env, "DENDRO_"+strings.ToUpper(name)+"_URL="+a.url)
		}
	}
	for _, name := range []string{"keep", "lost"} {
		if a := start(name); err == nil {
			name = "DENDRO_" + strings.ToUpper(name)
			env = append(env, name+"_URL="+a.url, name+"_FILE="+a.session.File)
		}
	}
	for n := range workers {
		demo, cards, live := start("demo", "--demo"), start("cards", "--root", vectors), start("live")
		if err != nil {
			return nil, err
		}
		for name, value := range map[string]string{
			"DEMO_URL": demo.url, "CARDS_URL": cards.url, "LIVE_URL": live.url, "LIVE_FILE": live.session.File,
			"LIVE_ID": live.session.ID, "LIVE_DIR": live.session.Dir, "RECORDS": live.desk.Records(),
		} {
			env = append(env, fmt.Sprintf("DENDRO_%s_%d=%s", name, n, value))
		}
	}
	return env, nil
}

// workers is the number of parallel specs: a test waits more than it computes.
const workers = 2

// goRun runs one of the project's own programs.
func goRun(ctx context.Context, args ...string) error {
	if out, err := exec.CommandContext(ctx, "go", append([]string{"run"}, args...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
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
	desk    *desk.Desk
	session desk.Session
	url     string
}

// open starts the program and waits until it responds. The caller closes the app, even if
// an error is returned.
func open(ctx context.Context, dir, binary string, args ...string) (*app, error) {
	a := &app{}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return a, err
	}
	var err error
	if a.desk, err = desk.Start(ctx, dir); err != nil {
		return a, err
	}
	if err := a.desk.FakeClaude(); err != nil {
		return a, err
	}
	if a.session, err = a.desk.WriteSession(); err != nil {
		return a, err
	}
	address, err := freeAddress()
	if err != nil {
		return a, err
	}
	// A copy, so that a concurrent build of the frontend does no harm.
	assets := filepath.Join(dir, "assets")
	if err := os.CopyFS(assets, os.DirFS("frontend/dist")); err != nil {
		return a, err
	}
	// The three names are read by the Wails development build.
	a.desk.Setenv("assetdir", assets)
	a.desk.Setenv("devserver", address)
	a.desk.Setenv("loglevel", "error")
	if _, err := a.desk.Run(ctx, binary, args...); err != nil {
		return a, err
	}
	a.url = "http://" + address
	if err := answers(ctx, a.url+"/api/state"); err != nil {
		return a, fmt.Errorf("%w\n%s", err, a.desk.Logs(binary))
	}
	return a, nil
}

func (a *app) close() {
	if a.desk == nil {
		return
	}
	if err := a.desk.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
	}
}

// freeAddress returns an unused address.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String(), nil
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
