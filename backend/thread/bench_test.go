package thread

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dendro/backend/transcript"
)

// long returns a session of n turns with parallel calls and long results.
func long(n int) []byte {
	var b strings.Builder
	prev := ""
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	line := func(i, k int, typ, message string) {
		id := fmt.Sprintf("%08x-%04x-4000-8000-%012x", i, k, i*31+k)
		parent := "null"
		if prev != "" {
			parent = `"` + prev + `"`
		}
		at = at.Add(time.Second)
		fmt.Fprintf(&b, `{"parentUuid":%s,"isSidechain":false,"type":%q,"message":%s,"uuid":%q,"timestamp":%q,"cwd":"/home/x","sessionId":"s","gitBranch":"main","version":"2.1.215"}`+"\n",
			parent, typ, message, id, at.Format("2006-01-02T15:04:05.000Z"))
		prev = id
	}
	text := strings.Repeat("some words of an answer, ", 20)
	output := strings.Repeat("a line of output that nobody reads twice\\n", 60)
	for i := range n {
		line(i, 0, "user", `{"role":"user","content":"do the thing"}`)
		usage := `"usage":{"input_tokens":3,"output_tokens":40,"cache_read_input_tokens":900}`
		line(i, 1, "assistant", fmt.Sprintf(`{"id":"msg_%d","role":"assistant","model":"opus","content":[{"type":"text","text":%q}],%s}`, i, text, usage))
		for k := range 3 {
			line(i, 2+k, "assistant", fmt.Sprintf(`{"id":"msg_%d","role":"assistant","model":"opus","content":[{"type":"tool_use","id":"toolu_%d_%d","name":"Read","input":{"file_path":"/a/b"}}],%s}`, i, i, k, usage))
		}
		for k := range 3 {
			line(i, 5+k, "user", fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d_%d","content":"%s"}]}`, i, k, output))
		}
		line(i, 8, "assistant", fmt.Sprintf(`{"id":"msg_%db","role":"assistant","model":"opus","content":[{"type":"text","text":%q}],%s}`, i, text, usage))
	}
	return []byte(b.String())
}

func BenchmarkIndex(b *testing.B) {
	data := long(2000)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		indexOf("f", data)
	}
	b.StopTimer()
	b.ReportMetric(bytesOfRecord(data), "B/record")
}

func BenchmarkThread(b *testing.B) {
	x := indexOf("f", long(10000))
	for b.Loop() {
		s := NewSession(x, nil, Options{})
		if n := s.Thread(transcript.ID{}).Len(); n < 50000 {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(x.Len()), "records")
}

func BenchmarkPage(b *testing.B) {
	data := long(2000)
	s := NewSession(indexOf("f", data), nil, Options{})
	t := s.Thread(transcript.ID{})
	load := func(_ context.Context, _ string, at Span) ([]byte, error) {
		return data[at.Offset : at.Offset+at.Length], nil
	}
	for b.Loop() {
		rows, err := t.Page(context.Background(), t.Len()/2, 200, load, WindowPage())
		if err != nil || len(rows) != 200 {
			b.Fatal(len(rows), err)
		}
	}
}
