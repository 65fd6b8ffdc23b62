package window

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/catalog"
)

// ending is a context with a function that cancels it and waits for running work.
func ending(t *testing.T) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	return ctx, func() {
		cancel()
		synctest.Wait()
	}
}

func TestPacerMergesQuickChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := ending(t)
		var got []catalog.Change
		p := &pacer{ctx: ctx, emit: func(c catalog.Change) { got = append(got, c) }}
		p.add(catalog.Change{Seq: 1})
		time.Sleep(changeMoment)
		synctest.Wait()
		p.add(catalog.Change{Seq: 3, Sessions: []string{"a"}, Chats: []string{"x"}})
		p.add(catalog.Change{Seq: 2, Sessions: []string{"b", "a"}, Scan: true})
		time.Sleep(150 * time.Millisecond)
		stop()
		want := []catalog.Change{
			{Seq: 1, Sessions: []string{}, Chats: []string{}},
			{Seq: 3, Sessions: []string{"a", "b"}, Chats: []string{"x"}, Scan: true},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// TestPacerWaitsForTheSecondHalfOfAWrite: both halves are one change, and the page is
// notified soon.
func TestPacerWaitsForTheSecondHalfOfAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := ending(t)
		var at []time.Duration
		start := time.Now()
		p := &pacer{ctx: ctx, emit: func(catalog.Change) { at = append(at, time.Since(start)) }}
		for range 3 {
			p.add(catalog.Change{Seq: 1})
			time.Sleep(5 * time.Millisecond)
		}
		time.Sleep(time.Second)
		stop()
		want := []time.Duration{20 * time.Millisecond}
		if diff := cmp.Diff(want, at); diff != "" {
			t.Error(diff)
		}
	})
}

func TestPacerKeepsToTenASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := ending(t)
		emitted := 0
		p := &pacer{ctx: ctx, emit: func(catalog.Change) { emitted++ }}
		for i := range 999 {
			p.add(catalog.Change{Seq: uint64(i)})
			time.Sleep(time.Millisecond)
		}
		stop()
		if emitted < 8 || emitted > 10 {
			t.Errorf("emitted %d events in a second of steady changes, want about ten and not more", emitted)
		}
	})
}

func TestPacerSleepsAndWakes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := ending(t)
		var at []time.Duration
		start := time.Now()
		p := &pacer{ctx: ctx, emit: func(catalog.Change) { at = append(at, time.Since(start)) }}
		p.add(catalog.Change{Seq: 1})
		time.Sleep(time.Second)
		p.add(catalog.Change{Seq: 2})
		time.Sleep(time.Second)
		stop()
		p.add(catalog.Change{Seq: 3})
		time.Sleep(time.Second)
		if diff := cmp.Diff([]time.Duration{changeMoment, time.Second + changeMoment}, at); diff != "" {
			t.Error(diff)
		}
	})
}
