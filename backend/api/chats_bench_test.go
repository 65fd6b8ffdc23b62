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

// BenchmarkChatsAfterAppend measures the window's requests after one of very many sessions
// grew: the whole list, and the changes since the last request.
func BenchmarkChatsAfterAppend(b *testing.B) {
	const files = 14_000
	root := b.TempDir()
	crowd(b, root, files)
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now}})
	if err := l.Catalog.Scan(b.Context(), false); err != nil {
		b.Fatal(err)
	}
	for _, deltas := range []bool{false, true} {
		name := map[bool]string{false: "whole", true: "changes"}[deltas]
		b.Run(name, func(b *testing.B) {
			handler := api.New(l, api.Options{})
			path, bytes := "/api/chats", 0
			ask := func() {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
				bytes += answer.Body.Len()
				if !deltas {
					return
				}
				path = fmt.Sprint("/api/chats?since=", versionOf(b, answer.Body.String()))
			}
			ask()
			bytes = 0
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				grow(b, root, n)
				if err := l.Catalog.Scan(b.Context(), false); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				ask()
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "bytes/answer")
		})
	}
}
