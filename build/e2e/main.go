// Command e2e runs the browser tests against the real app: the program built
// with Wails' tag dev serves its window to a browser on this machine, with the
// real bound methods behind it.
//
//	go run ./build/e2e BINARY [arguments for playwright test]
//
// It starts the program three times, each on a private desktop: with the demo
// history, with one session whose directory has a hostile name and a claude on
// PATH that records how it is called, and with testdata/cards, which holds a call
// of every tool and hostile text. The tests find them by these variables:
//
//	DENDRO_BROWSER   the Chromium to drive
//	DENDRO_DEMO_URL  the window on the demo history
//	DENDRO_LIVE_URL  the window on the one session
//	DENDRO_CARDS_URL the window on testdata/cards
//	DENDRO_LIVE_FILE its transcript, for tests that append to it
//	DENDRO_LIVE_ID, DENDRO_LIVE_DIR  its id and its directory
//	DENDRO_RECORDS   where each call of claude leaves a directory call.*: argv
//	                 and env (each element ends in NUL), cwd, and done, written last
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

	demo, err := open(ctx, filepath.Join(work, "demo"), binary, "--demo")
	defer demo.close()
	if err != nil {
		return err
	}
	live, err := open(ctx, filepath.Join(work, "live"), binary)
	defer live.close()
	if err != nil {
		return err
	}
	vectors, err := filepath.Abs(filepath.Join("testdata", "cards"))
	if err != nil {
		return err
	}
	cards, err := open(ctx, filepath.Join(work, "cards"), binary, "--root", vectors)
	defer cards.close()
	if err != nil {
		return err
	}
	err = playwright(ctx, args, []string{
		"DENDRO_BROWSER=" + strings.TrimSpace(string(browser)),
		"DENDRO_DEMO_URL=" + demo.url,
		"DENDRO_LIVE_URL=" + live.url,
		"DENDRO_CARDS_URL=" + cards.url,
		"DENDRO_LIVE_FILE=" + live.session.File,
		"DENDRO_LIVE_ID=" + live.session.ID,
		"DENDRO_LIVE_DIR=" + live.session.Dir,
		"DENDRO_RECORDS=" + live.desk.Records(),
	})
	if err != nil {
		for _, a := range []*app{demo, live, cards} {
			fmt.Fprint(os.Stderr, withoutReady(a.desk.Logs(binary)))
		}
	}
	return err
}

// withoutReady leaves out what Wails' development build logs for every page that
// a browser opens: its own word that the page is ready is unknown to it.
func withoutReady(logs string) string {
	var kept strings.Builder
	for line := range strings.Lines(logs) {
		if !strings.Contains(line, "runtime:ready") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// playwright runs the tests in frontend/e2e.
func playwright(ctx context.Context, args, env []string) error {
	report, err := filepath.Abs(filepath.Join(".cache", "tally", "playwright.json"))
	if err != nil {
		return err
	}
	args = append([]string{"playwright", "test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"}, args...)
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

// open starts the program and waits until it answers. The caller closes the
// app, also when an error is returned.
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
	// A copy, so that a build of the frontend meanwhile does no harm.
	assets := filepath.Join(dir, "assets")
	if err := os.CopyFS(assets, os.DirFS("frontend/dist")); err != nil {
		return a, err
	}
	// The three names are those that the Wails development build reads.
	env := []string{"assetdir=" + assets, "devserver=" + address, "loglevel=error"}
	if _, err := a.desk.RunWith(ctx, env, binary, args...); err != nil {
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

// freeAddress is an address that nobody listens at.
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
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
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
