package desk

import (
	"context"
	"fmt"
	"image"
	_ "image/png" // screenshots are PNG files
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Window is a visible window of the desktop.
type Window struct {
	desk *Desk
	id   string
}

// WaitWindow waits until a window of the given class can be seen.
func (d *Desk) WaitWindow(ctx context.Context, class string, within time.Duration) (*Window, error) {
	deadline := time.Now().Add(within)
	for {
		out, err := d.Output(ctx, "xdotool", "search", "--onlyvisible", "--class", "^"+class+"$")
		if ids := strings.Fields(out); err == nil && len(ids) > 0 {
			return &Window{desk: d, id: ids[0]}, nil
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("no window of class %q after %s", class, within)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Keys presses keys, named as xdotool names them, one after the other.
func (w *Window) Keys(ctx context.Context, keys ...string) error {
	if _, err := w.desk.Output(ctx, "xdotool", "windowfocus", "--sync", w.id); err != nil {
		return err
	}
	_, err := w.desk.Output(ctx, "xdotool", append([]string{"key", "--delay", "60"}, keys...)...)
	return err
}

// Click clicks at a point given in pixels from the window's top left corner.
func (w *Window) Click(ctx context.Context, x, y int) error {
	_, err := w.desk.Output(ctx, "xdotool", "mousemove", "--sync", "--window", w.id,
		strconv.Itoa(x), strconv.Itoa(y), "click", "1")
	return err
}

// Resize gives the window another size.
func (w *Window) Resize(ctx context.Context, width, height int) error {
	_, err := w.desk.Output(ctx, "xdotool", "windowsize", "--sync", w.id, strconv.Itoa(width), strconv.Itoa(height))
	return err
}

// Size returns the window's size without its frame.
func (w *Window) Size(ctx context.Context) (width, height int, err error) {
	out, err := w.desk.Output(ctx, "xdotool", "getwindowgeometry", "--shell", w.id)
	if err != nil {
		return 0, 0, err
	}
	for _, entry := range strings.Fields(out) {
		switch name, value, _ := strings.Cut(entry, "="); name {
		case "WIDTH":
			width, err = strconv.Atoi(value)
		case "HEIGHT":
			height, err = strconv.Atoi(value)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return width, height, nil
}

// Close closes the window with the window manager's shortcut, which acts on the window that
// the window manager has activated: the input focus alone does not choose it. A key may be
// lost while the window manager is still busy with the window: then it is pressed again.
func (w *Window) Close(ctx context.Context) error {
	for range 3 {
		if _, err := w.desk.Output(ctx, "xdotool", "windowactivate", "--sync", w.id, "key", "alt+F4"); err != nil {
			return err
		}
		for deadline := time.Now().Add(patience / 2); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			if _, _, err := w.Size(ctx); err != nil {
				return ctx.Err() // the window is gone
			}
		}
	}
	return fmt.Errorf("window %s does not close", w.id)
}

// Screenshot takes a picture of the window and saves it as NAME.png in the desktop's
// directory. While the window is being mapped or reparented this fails, or import may wait
// for a click on another window: it gets a short timeout and several attempts.
func (w *Window) Screenshot(ctx context.Context, name string) (image.Image, error) {
	file := filepath.Join(w.desk.Dir, name+".png")
	deadline := time.Now().Add(patience)
	for {
		try, cancel := context.WithTimeout(ctx, patience/4)
		_, err := w.desk.Output(try, "import", "-window", w.id, file)
		cancel()
		if err == nil {
			break
		}
		if time.Now().After(deadline) {
			return nil, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	picture, _, err := image.Decode(in)
	return picture, err
}

// Colours counts the distinct colours of a picture. A blank window has one.
func Colours(picture image.Image) int {
	seen := map[[3]uint32]bool{}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}

// Difference returns the share of differing pixels of two pictures of one size, or 1 for
// different sizes.
func Difference(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	differ, all := 0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			all++
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if ar != br || ag != bg || ab != bb {
				differ++
			}
		}
	}
	return float64(differ) / float64(max(all, 1))
}
