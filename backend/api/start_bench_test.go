package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// crowd writes a history of many files: three of four are sessions, one is an agent's, and
// every twentieth session is a copy that continues separately. It returns the number of
// sessions.
func crowd(b *testing.B, root string, files int) (sessions int) {
	b.Helper()
	const records = 80
	text := strings.Repeat("some words of an answer. ", 8)
	var out bytes.Buffer
	var last []byte
	write := func(path string, session string, n int, first bool) {
		if first {
			out.Reset()
		}
		for i := range records {
			parent := "null"
			if i > 0 || !first {
				parent = fmt.Sprintf(`"%08x-0000-4000-8000-%012d"`, n, i-1)
			}
			kind, message := "user", `"content":"`+text+`"`
			if i%2 == 0 && i%16 > 0 { // most user records are results
				message = fmt.Sprintf(`"content":[{"type":"tool_result","tool_use_id":"toolu_%d_%d","content":"%s"}]`, n, i, text)
			} else if i%2 == 1 {
				kind, message = "assistant", fmt.Sprintf(`"id":"msg_%d_%d","model":"claude-opus","content":[{"type":"text","text":"%s"}]`, n, i, text)
			}
			fmt.Fprintf(&out, `{"parentUuid":%s,"isSidechain":false,"type":"%s","sessionId":"%s","cwd":"/home/ada/project-%d","gitBranch":"main","version":"2.1.215","message":{"role":"%s",%s},"uuid":"%08x-0000-4000-8000-%012d","timestamp":"2026-10-%02dT%02d:%02d:00.000Z"}`+"\n",
				parent, kind, session, n/40, kind, message, n, i, 1+n%27, n%24, i%60)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			b.Fatal(err)
		}
		when := time.Date(2026, 10, 1, 0, 0, n, 0, time.UTC)
		if err := os.Chtimes(path, when, when); err != nil {
			b.Fatal(err)
		}
	}
	session := ""
	for n := range files {
		dir := filepath.Join(root, "projects", fmt.Sprintf("-home-ada-project-%d", n/40))
		if n%4 == 3 {
			write(filepath.Join(dir, session, "subagents", fmt.Sprintf("agent-%08x.jsonl", n)), session, n, true)
			continue
		}
		sessions++
		session = fmt.Sprintf("%08x-1111-4000-8000-000000000000", n)
		copied := n%20 == 2
		if copied {
			out.Reset()
			out.Write(bytes.ReplaceAll(last, []byte(fmt.Sprintf("%08x-1111", n-1)), []byte(fmt.Sprintf("%08x-1111", n))))
		}
		write(filepath.Join(dir, session+".jsonl"), session, n, !copied)
		last = append(last[:0], out.Bytes()...)
	}
	return sessions
}

// BenchmarkStart measures the window's waits: for the list of chats, as JSON, without a
// cache and with one, and until the list is verified against the disk.
func BenchmarkStart(b *testing.B) {
	for _, files := range []int{2600, 14_000} {
		b.Run(fmt.Sprintf("%d-files", files), func(b *testing.B) {
			root, dir := b.TempDir(), b.TempDir()
			sessions := crowd(b, root, files)
			for range 2 { // warm up, and fill the cache
				start(b, root, dir, sessions)
			}
			var first, list, verified time.Duration
			for b.Loop() {
				b.StopTimer()
				f, _ := start(b, root, "", sessions)
				b.StartTimer()
				l, v := start(b, root, dir, sessions)
				first, list, verified = first+f, list+l, verified+v
			}
			n := float64(b.N) * float64(time.Millisecond)
			b.ReportMetric(float64(first)/n, "first-list-ms")
			b.ReportMetric(float64(list)/n, "warm-list-ms")
			b.ReportMetric(float64(verified)/n, "verified-ms")
		})
	}
}

// start opens a history and returns when it had a list of all sessions, and when its scan
// had ended.
func start(b *testing.B, root, dir string, sessions int) (listed, verified time.Duration) {
	b.Helper()
	runtime.GC() // of the previous start
	begin := time.Now()
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: dir != "", Cache: dir, Now: time.Now}})
	handler := api.New(l, api.Options{})
	changed := make(chan struct{}, 1)
	defer l.Catalog.Subscribe(func(catalog.Change) {
		select {
		case changed <- struct{}{}:
		default:
		}
	})()
	done := make(chan struct{})
	go func() { // the window
		defer close(done)
		for n := 0; n < sessions; {
			<-changed
			n = l.Catalog.Snapshot().Totals.Sessions
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/api/chats", nil))
		if answer.Code != http.StatusOK || answer.Body.Len() < sessions*100 {
			b.Errorf("the list is %d bytes, status %d", answer.Body.Len(), answer.Code)
		}
		listed = time.Since(begin)
	}()
	if err := l.Catalog.Scan(b.Context(), true); err != nil {
		b.Fatal(err)
	}
	verified = time.Since(begin)
	l.Catalog.Flush()
	<-done
	return listed, verified
}

// grow appends a record to one session of a crowd in root.
func grow(b *testing.B, root string, n int) {
	b.Helper()
	const id = "00000fa0-1111-4000-8000-000000000000" // the 4,000th
	f, err := os.OpenFile(filepath.Join(root, "projects", "-home-ada-project-100", id+".jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	_, err = fmt.Fprintf(f, `{"type":"custom-title","customTitle":"grown %d times","sessionId":%q}`+"\n", n, id)
	_ = f.Close()
	if err != nil {
		b.Fatal(err)
	}
}

// versionOf returns the version of the list of chats in an answer.
func versionOf(b *testing.B, answer string) (version uint64) {
	b.Helper()
	var seq uint64
	if _, err := fmt.Sscanf(answer, `{"seq":%d,"version":%d,`, &seq, &version); err != nil {
		b.Fatal(err)
	}
	return version
}
