//go:build window && linux

package window

import (
	"image"
	"testing"
	"time"

	"dendro/build/desk"
)

// TestWindowPaintsNoBarsOverADialog checks an empty area of a dialog above the scroll bar
// of a list that was just scrolled: WebKitGTK paints bars over everything.
func TestWindowPaintsNoBarsOverADialog(t *testing.T) {
	d := newDesk(t)
	if err := d.WriteLongSession(300); err != nil {
		t.Fatal(err)
	}
	_, w := openDendro(t, d)
	before := settle(t, w)
	if err := w.Keys(t.Context(), "ctrl+3", "Home", "Next", "question"); err != nil {
		t.Fatal(err)
	}
	until(t, patience, "the keys are not shown", func() bool {
		return desk.Difference(before, screenshot(t, w, "opening")) > 0.4
	})
	time.Sleep(300 * time.Millisecond) // until it is open, before the bar fades
	width, height, err := w.Size(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// Below the line under the title there is only a field at the left: the dialog takes nine tenths of the
	// height.
	line := height/20 + 66
	strip := image.Rect(width/2, line, width*3/4, line+24)
	picture := screenshot(t, w, "keys")
	ground := picture.At(strip.Max.X-1, strip.Min.Y)
	for y := strip.Min.Y; y < strip.Max.Y; y++ {
		for x := strip.Min.X; x < strip.Max.X; x++ {
			if picture.At(x, y) != ground {
				t.Fatalf("at %d,%d stands %v on %v", x, y, picture.At(x, y), ground)
			}
		}
	}
}
