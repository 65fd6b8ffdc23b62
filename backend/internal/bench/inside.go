package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/corpus"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// inside measures a window's waits in this process: no command corresponds to them.
func inside(ctx context.Context, t *table, o options, root string) error {
	t.section()
	if err := firstList(ctx, t, o, root); err != nil {
		return err
	}
	if err := warmStart(ctx, t, o, root); err != nil {
		return err
	}
	live, err := os.MkdirTemp("", "dendro-bench-live-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(live)
	_, path, err := corpus.WriteSession(live, 1<<20, 2)
	if err != nil {
		return err
	}
	cache, err := os.MkdirTemp("", "dendro-bench-cache-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	l := open(cache, root, live) // with a cache, like a window
	defer l.Catalog.Flush()
	l.Catalog.Watch(ctx)
	if err := l.Catalog.Scan(ctx, false); err != nil {
		return err
	}
	if err := searches(ctx, t, o, l, root); err != nil {
		return err
	}
	if err := appends(ctx, t, l, path); err != nil {
		return err
	}
	return bigSession(ctx, t, o)
}

// open opens a library with the given cache directory; "" for none.
func open(cache string, roots ...string) *library.Library {
	opt := library.Options{Options: catalog.Options{Index: true, Cache: cache, Now: time.Now}}
	for _, r := range roots {
		opt.Roots = append(opt.Roots, scan.Root{Path: r})
	}
	return library.New(opt)
}

// firstList measures the time until all chats are listed from the heads and tails of their
// files, as in a window without a cache.
func firstList(ctx context.Context, t *table, o options, root string) error {
	var times []time.Duration
	for range o.rounds {
		listed, err := listHeads(ctx, open("", root))
		if err != nil {
			return err
		}
		if listed > 0 {
			times = append(times, listed)
		}
	}
	if len(times) > 0 {
		t.times("first list of all chats, no cache", times)
	}
	return ctx.Err()
}

// listHeads scans l until heads and tails are read, and returns when the last of their
// chats were listed.
func listHeads(ctx context.Context, l *library.Library) (time.Duration, error) {
	within, cancel := context.WithCancel(ctx)
	var looking sync.WaitGroup
	defer looking.Wait()
	defer cancel()
	var listed atomic.Int64
	news := make(chan struct{}, 1)
	start := time.Now()
	// A subscriber must not call the library, which may be locked by the notifier. So
	// another goroutine checks the progress.
	defer l.Catalog.Subscribe(func(c catalog.Change) {
		if len(c.Chats) > 0 && within.Err() == nil {
			listed.Store(int64(time.Since(start)))
		}
		select {
		case news <- struct{}{}:
		default:
		}
	})()
	looking.Go(func() {
		for within.Err() == nil {
			select {
			case <-news:
			case <-within.Done():
			}
			if phase := l.Catalog.Snapshot().Progress.Phase; listed.Load() > 0 && phase != catalog.PhaseHeads {
				cancel()
			}
		}
	})
	if err := l.Catalog.Scan(within, true); err != nil && !errors.Is(err, context.Canceled) {
		return 0, err
	}
	return time.Duration(listed.Load()), ctx.Err()
}

const (
	bigSize  = 100 << 20
	pageRows = 200
)

// bigSession measures opening a session of 100 MB, up to its last page.
func bigSession(ctx context.Context, t *table, o options) error {
	root := filepath.Join(o.dir, "session-100M")
	mark := filepath.Join(root, "whole")
	id, err := os.ReadFile(mark)
	if err != nil {
		if err := os.RemoveAll(root); err != nil {
			return err
		}
		made, _, err := corpus.WriteSession(root, bigSize, 1)
		if err != nil {
			return err
		}
		id = []byte(made)
		if err := os.WriteFile(mark, id, 0o600); err != nil {
			return err
		}
	}
	cache, err := os.MkdirTemp("", "dendro-bench-cache-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	var times []time.Duration
	for range o.rounds {
		l := open(cache, root)
		if err := l.Catalog.Scan(ctx, false); err != nil {
			return err
		}
		l.Catalog.Flush()
		start := time.Now()
		thread, err := l.Threads.Thread(ctx, string(id), "")
		if err != nil {
			return err
		}
		if _, err := thread.Page(ctx, max(0, thread.Rows.Len()-pageRows), pageRows); err != nil {
			return err
		}
		times = append(times, time.Since(start))
	}
	t.times("open a session of 100 MB, last page", times)
	return nil
}

const appended = 30

// appends measures the time from writing a record until search finds it.
func appends(ctx context.Context, t *table, l *library.Library, path string) error {
	session := strings.TrimSuffix(filepath.Base(path), ".jsonl")
	changed := make(chan struct{}, 1)
	defer l.Catalog.Subscribe(func(catalog.Change) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})()
	var times []time.Duration
	for n := range appended {
		needle := fmt.Sprintf("qzneedle%04dqz", n)
		start := time.Now()
		if err := appendPrompt(path, session, needle, n); err != nil {
			return err
		}
		for found := false; !found; {
			select {
			case <-changed:
			case <-time.After(10 * time.Second):
				return errors.New("an appended record is not found")
			case <-ctx.Done():
				return ctx.Err()
			}
			r, err := find(ctx, l, needle)
			if err != nil {
				return err
			}
			found = len(r.Hits) > 0
		}
		times = append(times, time.Since(start))
	}
	t.times("append to searchable", times)
	return nil
}

func appendPrompt(path, session, text string, n int) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, `{"parentUuid":null,"isSidechain":false,"type":"user","sessionId":"%s","message":{"role":"user","content":"look for %s"},"uuid":"00000000-0000-4000-8000-%012d","timestamp":"2026-09-01T10:00:00.000Z"}`+"\n",
		session, text, n)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
