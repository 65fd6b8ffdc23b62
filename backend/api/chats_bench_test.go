package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// BenchmarkChatsAfterAppend is what a window asks for when one of very many
// sessions grew: the whole list, and what has changed since it asked last.
func BenchmarkChatsAfterAppend(b *testing.B) {
	const files = 14_000
	root := b.TempDir()
	crowd(b, root, files)
	l := library.New(library.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now})
	if err := l.Scan(b.Context(), false); err != nil {
		b.Fatal(err)
	}
	grown := filepath.Join(root, "projects", "-home-ada-project-100", fmt.Sprintf("%08x-1111-4000-8000-000000000000.jsonl", 4000))
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
				var seq, version uint64
				if _, err := fmt.Sscanf(answer.Body.String(), `{"seq":%d,"version":%d,`, &seq, &version); err != nil {
					b.Fatal(err)
				}
				path = fmt.Sprint("/api/chats?since=", version)
			}
			ask()
			bytes = 0
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				f, err := os.OpenFile(grown, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					b.Fatal(err)
				}
				_, err = fmt.Fprintf(f, `{"type":"custom-title","customTitle":"grown %d times","sessionId":"%08x-1111-4000-8000-000000000000"}`+"\n", n, 4000)
				_ = f.Close()
				if err != nil {
					b.Fatal(err)
				}
				if err := l.Scan(b.Context(), false); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				ask()
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "bytes/answer")
		})
	}
}
