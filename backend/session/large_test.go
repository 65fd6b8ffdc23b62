package session_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/session"
)

// holed writes a session with a line of hole bytes in its middle, which takes
// no room on the disk, and returns its id.
func holed(t testing.TB, root string, hole int64) string {
	t.Helper()
	h := history.New(7, testlib.Begin)
	s := h.Session(testlib.Day())
	for range 40 {
		s.Turn("a question", "an answer")
	}
	s.Turn("the last question", "the last answer")
	data := h.Files()[s.Path()]
	cut := bytes.IndexByte(data[len(data)/2:], '\n') + len(data)/2 + 1
	testlib.Put(t, root, s.Path(), data[:cut])
	path := filepath.Join(root, filepath.FromSlash(s.Path()))
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, before.Size()+hole); err != nil {
		t.Fatal(err)
	}
	testlib.AppendTo(t, root, s.Path(), append([]byte("\n"), data[cut:]...))
	return s.ID
}

// TestOversizedLineIsSkipped opens a session with a line of 300 MB: the records
// around it are listed and shown, only requested parts of the line are read, and the cost
// does not depend on its length.
func TestOversizedLineIsSkipped(t *testing.T) {
	tests.Long(t)
	if runtime.GOOS == "windows" {
		t.Skip("files have no holes here without asking for them")
	}
	const hole = 300 << 20
	root := t.TempDir()
	id := holed(t, root, hole)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l := testlib.Open(root)
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	th, err := l.Threads.Thread(t.Context(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := th.All(t.Context())
	if err != nil || len(rows) != 2*41 || rows[len(rows)-1].Text != "the last answer" {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	sides, total, err := l.Records.SideRecords(t.Context(), id, true, 0, 10)
	if err != nil || total != 1 || sides[0].Problem != "oversized" || sides[0].Bytes != hole {
		t.Fatalf("%d bad lines: %+v, %v", total, sides, err)
	}
	part, err := l.Records.RawRecord(t.Context(), id, sides[0].Ref, hole/2, 1000)
	if err != nil || len(part.Text) != 1000 || part.From != hole/2 || part.Total != hole {
		t.Errorf("from the middle %d bytes at %d of %d, %v", len(part.Text), part.From, part.Total, err)
	}
	runtime.ReadMemStats(&after)
	// Twice a line of 64 MB that might have ended, by way of all smaller buffers.
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 300<<20 {
		t.Errorf("%d MB were taken", taken>>20)
	}
	if d := l.Doctor(); d.Oversized != 1 {
		t.Errorf("doctor: %+v", d)
	}
}

// TestALongSessionOpensEarly opens a session of which head and tail are known, and again when
// it is read, and when it has grown. A thread that is open does not change.
func TestALongSessionOpensEarly(t *testing.T) {
	h := history.New(9, testlib.Begin)
	s := h.Session(testlib.Day())
	for range 400 {
		s.Turn("a question", "an answer")
	}
	root := testlib.Write(t, h)
	l := testlib.InWindow(t, root, "")
	opened := func() *session.Thread {
		t.Helper()
		th, err := l.Threads.Thread(t.Context(), s.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		return th
	}
	var early *session.Thread
	stop := l.Catalog.Subscribe(func(c catalog.Change) {
		if len(c.Chats) > 0 {
			l.Catalog.Stop() // the list of heads and tails is there
		}
	})
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	stop()
	if !testlib.Facts(l)[s.ID].Partial {
		t.Fatal("more than head and tail is known")
	}
	early = opened()
	rows := testlib.Shown(t, early)
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if testlib.Facts(l)[s.ID].Partial {
		t.Fatal("no more than head and tail is known")
	}
	if got := testlib.Shown(t, opened()); got != rows {
		t.Errorf("rows are %q, and were %q", got, rows)
	}
	s.Turn("one more", "answer")
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	if err := l.Catalog.Scan(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	grown := opened()
	if grown.Rows.Index() == early.Rows.Index() || early.Rows.Index().Len() == grown.Rows.Index().Len() {
		t.Error("what is shown of it has changed")
	}
}

// BenchmarkLarge measures the list, then the first page, of a session of 4 GB,
// most of it one line, and of one of a million records.
func BenchmarkLarge(b *testing.B) {
	b.Run("4-GB", func(b *testing.B) {
		root := b.TempDir()
		largeStart(b, root, holed(b, root, 4<<30))
	})
	b.Run("1000000-records", func(b *testing.B) {
		h := history.New(7, testlib.Begin)
		s := h.Session(testlib.Day())
		for range 500 {
			s.Turn("a question", "an answer")
		}
		data := h.Files()[s.Path()]
		root := b.TempDir()
		testlib.Put(b, root, s.Path(), nil)
		// Uuids are told apart by their last digits; one turn follows the other.
		for n := range 1000 {
			digits := []byte{"0123456789abcdef"[n>>8], "0123456789abcdef"[n>>4&15], "0123456789abcdef"[n&15]}
			testlib.AppendTo(b, root, s.Path(), renumbered(data, digits))
		}
		largeStart(b, root, s.ID)
	})
}

// renumbered returns lines with other digits at the end of every record's uuid
// and parent.
func renumbered(data, digits []byte) []byte {
	out := bytes.Clone(data)
	for _, key := range []string{`"uuid":"`, `"parentUuid":"`} {
		for at := 0; ; {
			i := bytes.Index(out[at:], []byte(key))
			if i < 0 {
				break
			}
			at += i + len(key) + 36
			copy(out[at-3:at], digits)
		}
	}
	return out
}

func largeStart(b *testing.B, root, id string) {
	b.Helper()
	var list, page time.Duration
	records := 0
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		l := testlib.Open(root)
		begin := time.Now()
		stop := l.Catalog.Subscribe(func(c catalog.Change) {
			if len(c.Chats) > 0 {
				cancel() // the first list is there: nobody waits for the rest
			}
		})
		_ = l.Catalog.Scan(ctx, true) // cancelled
		stop()
		cancel()
		list += time.Since(begin)
		th, err := l.Threads.Thread(b.Context(), id, "")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := th.Page(b.Context(), max(0, th.Rows.Len()-200), 200); err != nil {
			b.Fatal(err)
		}
		page += time.Since(begin)
		records = th.Rows.Len()
	}
	b.ReportMetric(list.Seconds()*1000/float64(b.N), "list-ms")
	b.ReportMetric(page.Seconds()*1000/float64(b.N), "first-page-ms")
	b.ReportMetric(float64(records), "rows")
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		for line := range strings.Lines(string(status)) {
			if peak, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				b.Log("peak of the process:", strings.Join(strings.Fields(peak), " "))
			}
		}
	}
}
