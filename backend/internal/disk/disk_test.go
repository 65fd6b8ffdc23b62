package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var text [2]byte
	if n, _ := file.Read(text[:]); n != 1 || text[0] != 'x' {
		t.Errorf("read %q", text[:n])
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("opened a directory")
	}
}

func TestAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a Prober
		answer := make(chan struct{})
		hangs := func() (int, error) { <-answer; return 7, nil }
		quick := func() (int, error) { return 1, nil }
		begun := time.Now()
		if _, err := WithTimeout(t.Context(), &a, "dead", hangs); !errors.Is(err, ErrNoAnswer) || time.Since(begun) != Patience {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		begun = time.Now()
		if _, err := WithTimeout(t.Context(), &a, "dead", quick); !errors.Is(err, ErrNoAnswer) || time.Since(begun) != 0 {
			t.Errorf("asked again: %v after %v", err, time.Since(begun))
		}
		if _, err := WithTimeout(t.Context(), &a, filepath.Join("dead", "a", "b"), quick); !errors.Is(err, ErrNoAnswer) || time.Since(begun) != 0 {
			t.Errorf("asked about what lies below: %v after %v", err, time.Since(begun))
		}
		if n, err := WithTimeout(t.Context(), &a, "alive", quick); n != 1 || err != nil {
			t.Errorf("another one: %d, %v", n, err)
		}
		close(answer)
		synctest.Wait()
		if n, err := WithTimeout(t.Context(), &a, "dead", quick); n != 1 || err != nil {
			t.Errorf("come back: %d, %v", n, err)
		}
		if n, err := WithTimeout(t.Context(), &a, "dead", hangs); n != 7 || err != nil {
			t.Errorf("answered: %d, %v", n, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		never := make(chan struct{})
		defer close(never)
		if _, err := WithTimeout(ctx, &a, "dead", func() (int, error) { <-never; return 0, nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("nobody wants to know: %v", err)
		}
	})
}
