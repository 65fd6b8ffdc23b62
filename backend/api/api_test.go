package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dendro/backend/api"
	"dendro/backend/message"
	"dendro/backend/session"
)

func TestErrors(t *testing.T) {
	w := newWorld(t)
	session := "/api/sessions/" + w.main.ID
	tests := []struct {
		path   string
		status int
		code   string
	}{
		{"/api/nothing", 404, "not-found"},
		{"/api/chats/none", 404, "not-found"},
		{"/api/sessions/none/thread", 404, "not-found"},
		{session + "/thread?tip=none", 404, "not-found"},
		{session + "/rows?from=-1", 400, "bad-request"},
		{session + "/rows?from=x", 400, "bad-request"},
		{session + "/rows?from=99999999999999999999", 400, "bad-request"},
		{session + "/rows?count=0", 400, "bad-request"},
		{session + "/agents/none/rows", 404, "not-found"},
		{session + "/raw/none", 404, "not-found"},
		{session + "/records/none", 404, "not-found"},
		{session + "/records/" + w.image + "/images/x", 400, "bad-request"},
		{session + "/records/" + w.image + "/images/1", 404, "not-found"},
		{session + "/records/" + w.image + "/images/-1", 404, "not-found"},
		{session + "/records/" + w.image + "/text?block=9", 404, "not-found"},
		{session + "/records/" + w.image + "/text?block=-9", 400, "bad-request"},
		{session + "/spilled/" + url.PathEscape("../../x"), 404, "not-found"},
		{"/api/sessions/" + url.PathEscape("../../../etc/passwd") + "/thread", 404, "not-found"},
		{"/api/filter?q=a&limit=0", 400, "bad-request"},
	}
	for _, tt := range tests {
		res := get(t, w.api, tt.path)
		var body struct {
			Error struct{ Code, Message string }
		}
		if err := json.Unmarshal(res.Body.Bytes(), &body); err != nil {
			t.Errorf("%s: %v in %q", tt.path, err, res.Body)
			continue
		}
		if res.Code != tt.status || body.Error.Code != tt.code || body.Error.Message == "" {
			t.Errorf("%s: %d %+v", tt.path, res.Code, body.Error)
		}
	}
}

// TestReport serves the text that the window was given, and nothing where it was given none.
func TestReport(t *testing.T) {
	w := newWorld(t)
	if res := get(t, w.api, "/api/report"); res.Code != http.StatusNotFound {
		t.Errorf("without a report: %d %s", res.Code, res.Body)
	}
	h := api.New(w.lib, api.Options{Report: func(context.Context) string { return "Dendro 1\n" }})
	if res := get(t, h, "/api/report"); res.Code != http.StatusOK || strings.TrimSpace(res.Body.String()) != `{"text":"Dendro 1\n"}` {
		t.Errorf("%d %s", res.Code, res.Body)
	}
}

func TestNothingIsWrittenThroughTheAPI(t *testing.T) {
	w := newWorld(t)
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodPatch} {
		res := httptest.NewRecorder()
		w.api.ServeHTTP(res, httptest.NewRequestWithContext(t.Context(), method, "/api/state", nil))
		if res.Code < 400 {
			t.Errorf("%s: %d", method, res.Code)
		}
	}
}

func TestBodies(t *testing.T) {
	w := newWorld(t)
	record := "/api/sessions/" + w.main.ID + "/records/" + w.image
	side := filepath.Join(w.root, filepath.FromSlash(w.main.SideDir()), "tool-results")
	if err := os.MkdirAll(side, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(side, "out.txt"), []byte("<script>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]struct{ kind, begins string }{
		record:                   {"text/plain; charset=utf-8", "{\n  \""},
		record + "/images/0":     {"image/png", "\x89PNG"},
		record + "/text?block=1": {"text/plain; charset=utf-8", "This is the error: 429 für"},
		"/api/sessions/" + w.main.ID + "/spilled/out.txt": {"text/plain; charset=utf-8", "<script>"},
	} {
		res := get(t, w.api, path)
		if res.Code != http.StatusOK || res.Header().Get("Content-Type") != want.kind || !strings.HasPrefix(res.Body.String(), want.begins) {
			t.Errorf("%s: %d %s %.40q", path, res.Code, res.Header().Get("Content-Type"), res.Body)
		}
		if res.Header().Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(res.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", path, res.Header())
		}
	}
}

// TestThreadsComeWithTheRowsInView requests a thread together with the rows around its
// opening position: whole pages of them.
func TestThreadsComeWithTheRowsInView(t *testing.T) {
	w := newWorld(t)
	h := api.New(w.lib, api.Options{})
	path := "/api/sessions/" + w.main.ID + "/thread"
	type answer struct {
		Total    int
		Segments []struct {
			Row int
			ID  string
		}
		Near *struct {
			From int
			Rows []struct{ Index int }
		}
	}
	read := func(query string) answer {
		t.Helper()
		var a answer
		if err := json.Unmarshal(get(t, h, path+query).Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	plain := read("")
	if plain.Near != nil || plain.Total < 3 {
		t.Fatalf("%+v", plain)
	}
	last := plain.Segments[len(plain.Segments)-1]
	for query, at := range map[string]int{"end": plain.Total, "0": 0, "2": 2, "999999": plain.Total, last.ID: last.Row, "nonsense": plain.Total} {
		for _, page := range []int{1, 4, 100} {
			a := read(fmt.Sprintf("?near=%s&page=%d", query, page))
			if a.Near == nil || a.Near.From%page != 0 || a.Near.From > at || len(a.Near.Rows) == 0 {
				t.Fatalf("near %s in pages of %d: %+v", query, page, a.Near)
			}
			end := a.Near.From + len(a.Near.Rows)
			if end < min(at, plain.Total) || end != plain.Total && end%page != 0 || a.Near.Rows[0].Index != a.Near.From {
				t.Errorf("near %s in pages of %d: rows %d to %d of %d", query, page, a.Near.From, end, plain.Total)
			}
		}
	}
	if res := get(t, h, path+"?near=end&page=x"); res.Code != http.StatusBadRequest {
		t.Errorf("status %d", res.Code)
	}
}

// TestPagesMakeTheThread reads a thread in pages of every size.
func TestPagesMakeTheThread(t *testing.T) {
	w := newWorld(t)
	type page struct {
		From, Total int
		Rows        []struct {
			Index int
			UUID  string
		}
	}
	base := "/api/sessions/" + w.fork.ID + "/rows?"
	read := func(query string) (p page) {
		t.Helper()
		res := get(t, w.api, base+query)
		if err := json.Unmarshal(res.Body.Bytes(), &p); err != nil || res.Code != http.StatusOK {
			t.Fatalf("%s: %d %v", query, res.Code, err)
		}
		return p
	}
	whole := read("count=500")
	if len(whole.Rows) != whole.Total || whole.Total < 8 {
		t.Fatalf("%d of %d rows", len(whole.Rows), whole.Total)
	}
	for size := 1; size <= whole.Total; size++ {
		for from := 0; from < whole.Total; from += size {
			p := read("from=" + strconv.Itoa(from) + "&count=" + strconv.Itoa(size))
			for i, row := range p.Rows {
				if row.Index != from+i || row.UUID != whole.Rows[from+i].UUID {
					t.Errorf("size %d from %d: row %d is %+v", size, from, i, row)
				}
			}
		}
	}
	if p := read("from=9999"); len(p.Rows) != 0 || p.Rows == nil || p.From != whole.Total {
		t.Errorf("behind the end: %+v", p)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	w := newWorld(t)
	h := api.New(w.lib, api.Options{Resumable: func(session.ResumeTarget) (bool, message.Message) { panic("no") }})
	if res := get(t, h, "/api/chats/"+w.main.ID); res.Code != http.StatusInternalServerError || !strings.Contains(res.Body.String(), `"internal"`) {
		t.Errorf("%d %s", res.Code, res.Body)
	}
}

// TestLongAnswersEnd: a long read of a session stops when its request is cancelled.
func TestLongAnswersEnd(t *testing.T) {
	w := newWorld(t)
	for n, question := range []string{"thread?", "rows?from=0&", "locate?record=" + w.image + "&", "find?q=limiter&", "figures?"} {
		path := fmt.Sprint("/api/sessions/", w.main.ID, "/", question, "ask=", n)
		if res := get(t, w.api, fmt.Sprint("/api/end?ask=", n)); res.Code != http.StatusOK {
			t.Fatal(res.Code)
		}
		if res := get(t, w.api, path); res.Code != 499 {
			t.Errorf("%s: ended before it came, it is answered with %d", question, res.Code)
		}
		if res := get(t, w.api, path); res.Code != http.StatusOK {
			t.Errorf("%s: asked again, it is answered with %d", question, res.Code)
		}
	}
}
