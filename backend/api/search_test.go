package api_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/internal/corpus"
	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// answer is the window's view of GET /api/search.
type answer struct {
	Hits              []struct{ UUID, Session string }
	Total             *int
	Complete, Settled bool
	Counted, Seen     int
	Looked, Blocks    int
	Scanned           bool
	Files, FilesOf    int
	Problem           *struct{ Message string }
}

// large returns a handler for a history whose searches take a while, which a small one does with the race detector.
func large(t *testing.T) http.Handler {
	t.Helper()
	dir, size := t.TempDir(), int64(24<<20)
	if testing.Short() {
		size = 4 << 20
	}
	if _, err := corpus.Write(dir, size, 9); err != nil {
		t.Fatal(err)
	}
	lib := library.New(library.Options{Options: catalog.Options{Index: true, Roots: []scan.Root{{Path: dir}}, Now: time.Now}})
	if err := lib.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return api.New(lib, api.Options{})
}

func follow(t *testing.T, h http.Handler, query string, run, seen int) (answer, int) {
	t.Helper()
	res := get(t, h, "/api/search?limit=20&q="+url.QueryEscape(query)+"&ask="+strconv.Itoa(run)+"&seen="+strconv.Itoa(seen))
	var a answer
	if err := json.Unmarshal(res.Body.Bytes(), &a); err != nil {
		t.Fatalf("%v in %s", err, res.Body)
	}
	return a, res.Code
}

// slowQuery matches most records, and takes long to count.
const slowQuery = `/[a-z]+[aeiou][a-z]*\W+(the|func|error)?/`

func TestFollowedSearch(t *testing.T) {
	h := large(t)
	var whole answer
	if err := json.Unmarshal(get(t, h, "/api/search?limit=20&count=1&q="+url.QueryEscape(slowQuery)).Body.Bytes(), &whole); err != nil {
		t.Fatal(err)
	}
	if !whole.Complete || whole.Total == nil || len(whole.Hits) != 20 {
		t.Fatalf("asked once: %+v", whole)
	}
	var list []answer
	for seen := 0; ; {
		a, code := follow(t, h, slowQuery, 1, seen)
		if code != http.StatusOK || len(list) > 1000 {
			t.Fatalf("status %d, %d answers", code, len(list))
		}
		list = append(list, a)
		if a.Complete {
			break
		}
		// If the first hit takes long there is an answer without hits.
		if a.Total != nil || a.Counted < len(a.Hits) || a.Seen < seen {
			t.Fatalf("an answer on the way: %+v", a)
		}
		seen = a.Seen
	}
	last := list[len(list)-1]
	if len(list) < 2 || *last.Total != *whole.Total || last.Counted != *whole.Total || last.Looked != last.Blocks {
		t.Errorf("%d answers, the last of %d hits, asked once %d", len(list), last.Counted, *whole.Total)
	}
	settled := false
	for i, a := range list {
		if i > 0 && a.Counted < list[i-1].Counted {
			t.Errorf("answer %d has %d hits, the one before had %d", i, a.Counted, list[i-1].Counted)
		}
		settled = settled || a.Settled
		if settled && (len(a.Hits) != 20 || a.Hits[0] != whole.Hits[0] || a.Hits[19] != whole.Hits[19]) {
			t.Errorf("answer %d: settled, but not the first hits", i)
		}
	}
}

// TestSearchWhileReading searches while the history is read for the first time: a search
// covers the files that have been read, and returns their number.
func TestSearchWhileReading(t *testing.T) {
	dir := t.TempDir()
	if _, err := corpus.Write(dir, 8<<20, 9); err != nil {
		t.Fatal(err)
	}
	h := history.New(7, time.Date(2027, 1, 1, 9, 0, 0, 0, time.UTC)) // newer than all others
	h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/upload-api", Branch: "main", Version: "2.1.215"}}).Turn("Where is the lighthouse needle?", "In the haystack.")
	if err := h.WriteDir(dir); err != nil {
		t.Fatal(err)
	}
	var seconds atomic.Int64
	lib := library.New(library.Options{Options: catalog.Options{Index: true, Roots: []scan.Root{{Path: dir}}, Now: func() time.Time {
		return time.Unix(seconds.Add(1), 0) // enough time per file for a report
	}}})
	ask, answered, done := make(chan struct{}), make(chan struct{}), make(chan error)
	defer lib.Catalog.Subscribe(func(catalog.Change) {
		ask <- struct{}{}
		<-answered
	})()
	go func() { done <- lib.Catalog.Scan(t.Context(), true) }()
	window := api.New(lib, api.Options{})
	run, found, partial := 0, false, 0
	search := func(query string) answer {
		run++
		for seen := 0; ; {
			a, code := follow(t, window, query, run, seen)
			if code != http.StatusOK {
				t.Fatalf("status %d", code)
			}
			if a.Complete {
				return a
			}
			seen = a.Seen
		}
	}
	var last answer
	for reading := true; reading; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			reading = false
		case <-ask:
			needle, common := search("lighthouse"), search("error")
			if needle.Counted == 0 && found || common.Counted < last.Counted || common.Files < last.Files {
				t.Errorf("less than before: %+v", common)
			}
			found, last = needle.Counted > 0, common
			if !common.Scanned && found && common.Files > 0 && common.Files < common.FilesOf && common.Counted > 0 {
				partial++
			}
			answered <- struct{}{}
		}
	}
	if partial == 0 {
		t.Error("the needle was never found while files were still to be read")
	}
	whole := search("error")
	if !whole.Scanned || whole.Files != whole.FilesOf || *whole.Total < last.Counted || search("lighthouse").Counted == 0 {
		t.Errorf("in the end: %+v", whole)
	}
}

func TestASearchIsEnded(t *testing.T) {
	w := newWorld(t)
	if res := get(t, w.api, "/api/end?ask=7"); res.Code != http.StatusOK { // it may arrive before the search
		t.Errorf("its end: %d %s", res.Code, res.Body)
	}
	if _, code := follow(t, w.api, "limiter", 7, 0); code != 499 {
		t.Errorf("asked for what is ended: status %d", code)
	}
	if a, code := follow(t, w.api, "limiter", 8, 0); code != http.StatusOK || a.Counted == 0 || !a.Complete {
		t.Errorf("the next: status %d, %+v", code, a)
	}
	for _, path := range []string{
		"/api/search?q=a&ask=1&seen=x", "/api/search?q=a&seen=0", "/api/search?q=a&seen=0&ask=" + strings.Repeat("w", 65),
	} {
		if res := get(t, w.api, path); res.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", path, res.Code)
		}
	}
}
