package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// BenchmarkAppendAmongMany measures an append to one of very many sessions from its event
// until the window has its answers.
func BenchmarkAppendAmongMany(b *testing.B) {
	const files = 14_000
	root := b.TempDir()
	crowd(b, root, files)
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now}})
	heard := make(chan struct{}, 1_000)
	b.Cleanup(l.Catalog.Subscribe(func(c catalog.Change) {
		if len(c.Sessions) == 1 {
			heard <- struct{}{}
		}
	}))
	l.Catalog.Watch(b.Context())
	if err := l.Catalog.Scan(b.Context(), false); err != nil {
		b.Fatal(err)
	}
	handler := api.New(l, api.Options{})
	ask := func(path string) string {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		return answer.Body.String()
	}
	list := "/api/chats"
	var change, state, chats time.Duration
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		time.Sleep(20 * time.Millisecond) // let the watcher become idle
		b.StartTimer()
		begun := time.Now()
		grow(b, root, n)
		<-heard
		change += time.Since(begun)
		begun = time.Now()
		ask("/api/state")
		state += time.Since(begun)
		begun = time.Now()
		answer := ask(list)
		chats += time.Since(begun)
		list = fmt.Sprint("/api/chats?since=", versionOf(b, answer))
	}
	for name, d := range map[string]time.Duration{"change": change, "state": state, "chats": chats} {
		b.ReportMetric(float64(d.Microseconds())/1000/float64(b.N), name+"-ms")
	}
}
