package thread

import (
	"fmt"
	"runtime"
	"testing"

	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

// dense returns a session of n minimal records.
func dense(n int, say func(s *script, i int, id, parent string)) []byte {
	var s script
	id := func(i int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i) }
	for i := range n {
		say(&s, i, id(i+1), id(i))
	}
	return []byte(s.b.String())
}

// TestIndexMemoryPerRecord limits the memory per record of an open session, also if every record is
// a prompt, or a reply with figures of its own.
func TestIndexMemoryPerRecord(t *testing.T) {
	tests.Long(t)
	reply := func(s *script, i int, id, parent string) {
		s.reply(id, parent, fmt.Sprintf("msg_%d", i), text("an answer"))
	}
	for name, data := range map[string][]byte{
		"turns with calls": long(1000),
		"replies":          dense(10000, reply),
		"prompts and replies": dense(10000, func(s *script, i int, id, parent string) {
			if i%2 == 1 {
				reply(s, i, id, parent)
				return
			}
			s.user(id, parent, "a prompt")
		}),
		"calls and results": dense(10000, func(s *script, i int, id, parent string) {
			if i%2 == 0 {
				s.reply(id, parent, fmt.Sprintf("msg_%d", i), use(fmt.Sprintf("toolu_%d", i), "Read", nil))
				return
			}
			s.user(id, parent, []obj{{"type": "tool_result", "tool_use_id": fmt.Sprintf("toolu_%d", i-1), "content": "ok"}})
		}),
	} {
		size := bytesOfRecord(data)
		t.Logf("%s: %.1f bytes a record", name, size)
		if size > 220 {
			t.Errorf("%s: %.1f bytes a record", name, size)
		}
	}
}

// bytesOfRecord returns the memory that a file's index takes per record: what the heap loses
// when the index is dropped, so that nothing which was built before it counts.
func bytesOfRecord(file []byte) float64 {
	x := indexOf("f", file)
	x.Trim()
	records := x.Len()
	held := heap()
	runtime.KeepAlive(x) // and no longer
	freed := heap()
	runtime.KeepAlive(file)
	return float64(held-freed) / float64(records)
}

// heap returns the bytes in use on the heap. Pools and finalizers give their memory back only at
// the second collection.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestIndexHoldsRewrittenRecords reads records that occur in a file twice, the second
// time with another text, before and after Trim.
func TestIndexHoldsRewrittenRecords(t *testing.T) {
	var s script
	s.user("1", "", "one").user("2", "1", "two").user("3", "2", "three").user("2", "1", "two, again")
	first := s.b.Len()
	s.user("4", "3", "four").user("1", "", "one, again").user("4", "3", "four, again")
	data := []byte(s.b.String())
	x := indexOf("f", data[:first])
	check := func(x *Index, want ...string) {
		t.Helper()
		for i, text := range want {
			got, ok := x.heads[int32(i)]
			if !ok || got != text {
				t.Errorf("record %d begins %q, %v; want %q", i, got, ok, text)
			}
		}
		if text, ok := x.heads[int32(len(want))]; ok {
			t.Errorf("a record that is not there begins %q", text)
		}
	}
	check(x, "one", "two, again", "three")
	x.Trim()
	check(x, "one", "two, again", "three")
	y := grown(x, data)
	addLines(y, data, first)
	check(y, "one, again", "two, again", "three", "four, again")
	check(x, "one", "two, again", "three")
	y.Trim()
	check(y, "one, again", "two, again", "three", "four, again")
	for i, id := range []string{"1", "2", "3", "4"} {
		if at, ok := y.Find(idOf(id)); !ok || at != i {
			t.Errorf("record %s is found at %d, %v", id, at, ok)
		}
	}
}

// TestFiguresAreLimited accepts figures up to the limit.
func TestFiguresAreLimited(t *testing.T) {
	var s script
	for i, n := range []int64{0, 1, 70_000, transcript.MaxTokens, transcript.MaxTokens + 1, 1 << 40, -1} {
		id := fmt.Sprint(i)
		s.rec("assistant", id, "", obj{"message": obj{
			"id": "msg_" + id, "role": "assistant", "content": []obj{text("an answer")},
			"usage": obj{"input_tokens": n, "output_tokens": n, "cache_read_input_tokens": n, "cache_creation_input_tokens": n},
		}})
	}
	x := indexOf("f", []byte(s.b.String()))
	var got []transcript.Usage
	for i := range x.messages {
		got = append(got, x.messages[i].tokens)
	}
	var want []transcript.Usage
	for _, n := range []int64{0, 1, 70_000, transcript.MaxTokens, transcript.MaxTokens, transcript.MaxTokens, 0} {
		want = append(want, transcript.Usage{In: n, Out: n, CacheRead: n, CacheWrite: n})
	}
	equal(t, got, want)
}
