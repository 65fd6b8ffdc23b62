package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
)

var update = flag.Bool("update", false, "write testdata/wire anew")

// TestWire compares answers with the files in testdata/wire, which the tests of the window
// read as well: one file per endpoint.
func TestWire(t *testing.T) {
	w := newWorld(t)
	session := "/api/sessions/" + w.main.ID
	for name, request := range map[string]string{
		"state":         "/api/state",
		"about":         "/api/about",
		"chats":         "/api/chats",
		"chat":          "/api/chats/" + w.main.ID,
		"touched":       "/api/chats/" + w.main.ID + "/touched",
		"filter":        "/api/filter?q=limiter&whole=1&limit=10",
		"thread":        session + "/thread",
		"turns":         session + "/turns?from=1&count=2",
		"resumed":       session + "/resumed",
		"rows":          session + "/rows?from=0&count=100",
		"agent-thread":  session + "/agents/" + w.agent.ID + "/thread",
		"agent-rows":    session + "/agents/" + w.agent.ID + "/rows",
		"agent-find":    session + "/agents/" + w.agent.ID + "/find?q=e",
		"figures":       session + "/figures",
		"commands":      session + "/commands",
		"beside":        session + "/beside",
		"touching":      session + "/touching?file=/home/ada/upload-api/limit.go",
		"activity":      "/api/activity",
		"usage":         "/api/usage?by=day&split=model",
		"details":       "/api/details",
		"compare":       "/api/compare?a=" + w.main.ID + "&b=" + w.fork.ID,
		"doctor":        "/api/doctor",
		"search":        "/api/search?q=limiter&limit=10&count=1",
		"search-error":  "/api/search?q=/lim(/",
		"ranked":        "/api/ranked?q=" + url.QueryEscape("the limitre test that failed") + "&limit=3",
		"search-branch": "/api/search?q=limiter&limit=10&session=" + w.fork.ID,
		"find":          session + "/find?q=burst",
		"notes":         "/api/notes",
		"row-notes":     session + "/notes",
		"named":         "/api/named/" + w.image,
		"raw":           session + "/raw/" + w.image,
		"sides":         session + "/sides",
		"paths":         session + "/records/" + w.image + "/paths",
		"locate":        session + "/locate?record=" + w.image,
		"error":         "/api/chats/none",
	} {
		t.Run(name, func(t *testing.T) {
			res := get(t, w.api, request)
			if (res.Code == http.StatusOK) == (name == "error") {
				t.Errorf("status %d", res.Code)
			}
			golden(t, name, w.neutral(indented(t, res.Body.Bytes())))
		})
	}
}

// TestWireOfChanges pins the answer for a window that has the list already.
func TestWireOfChanges(t *testing.T) {
	w := newWorld(t)
	list := askChats(t, w.api, "/api/chats")
	more := w.fork.Fork(history.Copying{Form: history.F5})
	more.Turn("Count the tokens as they are spent", "A counter is enough.")
	if err := w.history.WriteDir(w.root); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(w.root, filepath.FromSlash(w.old.Path()))); err != nil {
		t.Fatal(err)
	}
	if err := w.lib.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	res := get(t, w.api, fmt.Sprint("/api/chats?since=", list.Version))
	golden(t, "chats-since", w.neutral(indented(t, res.Body.Bytes())))
}

// cards is a session of the history in testdata/cards, which holds a call of every tool
// with a card of its own, in the measured shapes.
const cards = "c0ffee00-1111-4222-8333-444455556666"

// TestCards pins the answers for those calls; the window's tests draw the cards from the
// same file.
func TestCards(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", "testdata", "cards"))
	if err != nil {
		t.Fatal(err)
	}
	lib := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now}})
	if err := lib.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	h := api.New(lib, api.Options{})
	res := get(t, h, "/api/sessions/"+cards+"/rows?from=0&count=500")
	golden(t, "cards", indented(t, res.Body.Bytes()))

	spilled := get(t, h, "/api/sessions/"+cards+"/spilled/toolu_spilled.txt")
	if lines := strings.Count(spilled.Body.String(), "\n"); spilled.Code != http.StatusOK || lines != 1200 {
		t.Errorf("the spilled output: status %d, %d lines", spilled.Code, lines)
	}
}

func indented(t *testing.T, body []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, body, "", "  "); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// golden compares an answer with testdata/wire/NAME.json.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got += "\n"
	file := filepath.Join("..", "..", "testdata", "wire", name+".json")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s\nIf this is meant: go test ./backend/api -update", diff)
	}
	var v any
	if err := json.Unmarshal([]byte(got), &v); err != nil {
		t.Fatal(err)
	}
	noNulls(t, name, v)
}

// noNulls checks that only nullable fields are null, and no list ever is.
func noNulls(t *testing.T, at string, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			switch key {
			case "parent", "forkPoint", "at", "expiresInDays", "problem", "total": // nullable
				if e == nil {
					continue
				}
			case "input", "detail": // raw values of the history
				continue
			}
			noNulls(t, at+"."+key, e)
		}
	case []any:
		for _, e := range v {
			noNulls(t, at+"[]", e)
		}
	case nil:
		t.Errorf("%s is null", at)
	}
}

func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w
}
