//go:build window && linux

package window

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"dendro/build/desk"
)

// longTurns gives a session of about 100,000 rows: a prompt, a reply, a call and a reply
// each.
const longTurns = 25_000

// TestWindowScrollsAThreadOfAHundredThousandRows scrolls through the longest thread without
// waiting for the page, and checks every screenshot it can take: none may have a gap in
// place of rows.
func TestWindowScrollsAThreadOfAHundredThousandRows(t *testing.T) {
	d := newDesk(t)
	if err := d.WriteLongSession(longTurns); err != nil {
		t.Fatal(err)
	}
	_, w := openDendro(t, d)
	blank := 0
	look := func(name string) {
		picture := screenshot(t, w, name)
		if gap := tallestGap(threadPart(picture)); gap > tallestAllowed {
			blank++
			t.Errorf("%s: %d lines of nothing one below the other", name, gap)
		}
	}
	// The thread opens at its end. Keys that come before it is there are lost.
	until(t, patience, "the thread is not shown", func() bool {
		return tallestGap(threadPart(screenshot(t, w, "opened"))) <= tallestAllowed
	})
	last := threadPart(settle(t, w))
	frames := 0
	for _, step := range []struct {
		name, start, scroll string
	}{
		{"top", "Home", "Next"},
		{"bottom", "End", "Prior"},
	} {
		if err := w.Keys(t.Context(), "ctrl+3", step.start); err != nil {
			t.Fatal(err)
		}
		// The jump from one end to the other may take a while on a busy machine; afterwards
		// there must be no gap.
		until(t, patience, "the "+step.name+" is not shown, or stays empty", func() bool {
			part := threadPart(screenshot(t, w, step.name))
			return desk.Difference(last, part) >= 0.01 && tallestGap(part) <= tallestAllowed
		})
		last = threadPart(settle(t, w))
		look(step.name)
		for i := range 12 {
			if err := w.Keys(t.Context(), strings.Fields(strings.Repeat(step.scroll+" ", 8))...); err != nil {
				t.Fatal(err)
			}
			look(fmt.Sprintf("%s-%d", step.name, i))
			frames++
		}
	}
	// Jump to the middle with the scroll bar, which cannot be predicted.
	width, height, err := w.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, share := range []float64{0.5, 0.25, 0.75} {
		if err := w.Click(t.Context(), width-4, int(float64(height)*share)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
		look(fmt.Sprintf("middle-%d", i))
		frames++
	}
	t.Logf("%d pictures while scrolling, %d with an empty stretch", frames, blank)
}

// tallestAllowed is the largest gap allowed between two rows, in pixels.
const tallestAllowed = 90

// threadPart is the column of the conversation, without its header and the status bar, to
// the left of the ticks and the scroll bar.
func threadPart(picture image.Image) image.Image {
	b := picture.Bounds()
	part := image.Rect(b.Min.X+b.Dx()*55/100, b.Min.Y+120, b.Max.X-60, b.Max.Y-60)
	return picture.(interface {
		SubImage(r image.Rectangle) image.Image
	}).SubImage(part)
}

// tallestGap returns the longest run of pixel lines with a single colour each.
func tallestGap(picture image.Image) int {
	tallest, run := 0, 0
	b := picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		run++
		first := picture.At(b.Min.X, y)
		for x := b.Min.X + 1; x < b.Max.X; x++ {
			if picture.At(x, y) != first {
				run = 0
				break
			}
		}
		tallest = max(tallest, run)
	}
	return tallest
}
