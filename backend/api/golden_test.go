package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/wire anew")

// TestWire compares answers with the files in testdata/wire, which the tests of
// the window read as well: one file an endpoint.
func TestWire(t *testing.T) {
	w := newWorld(t)
	session := "/api/sessions/" + w.main.ID
	for name, request := range map[string]string{
		"state":        "/api/state",
		"chats":        "/api/chats",
		"chat":         "/api/chats/" + w.main.ID,
		"filter":       "/api/filter?q=limiter&limit=10",
		"thread":       session + "/thread",
		"rows":         session + "/rows?from=0&count=100",
		"agent-thread": session + "/agents/" + w.agent.ID + "/thread",
		"agent-rows":   session + "/agents/" + w.agent.ID + "/rows",
		"figures":      session + "/figures",
		"touching":     session + "/touching?file=/home/ada/upload-api/limit.go",
		"doctor":       "/api/doctor",
		"search":       "/api/search?q=limiter&limit=10&count=1",
		"search-error": "/api/search?q=/lim(/",
		"error":        "/api/chats/none",
	} {
		t.Run(name, func(t *testing.T) {
			res := get(t, w.api, request)
			if (res.Code == http.StatusOK) == (name == "error") {
				t.Errorf("status %d", res.Code)
			}
			var indented bytes.Buffer
			if err := json.Indent(&indented, res.Body.Bytes(), "", "  "); err != nil {
				t.Fatal(err)
			}
			got := w.neutral(indented.String()) + "\n"
			file := filepath.Join("..", "..", "testdata", "wire", name+".json")
			if *update {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
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
		})
	}
}

// noNulls checks that nothing is null but what may be: no list ever is.
func noNulls(t *testing.T, at string, v any) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			switch key {
			case "parent", "forkPoint", "at", "expiresInDays", "problem", "total": // may be null
				if e == nil {
					continue
				}
			case "input", "detail": // the history's own
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
