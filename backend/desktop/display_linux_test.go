package desktop

import (
	"os"
	"path/filepath"
	"testing"
)

func TestADeviceIsFoundByOneOfItsPatterns(t *testing.T) {
	dir := t.TempDir()
	pattern := filepath.Join(dir, "dri", "renderD*")
	absent := filepath.Join(dir, "dxg")
	if anyExists(absent, pattern) {
		t.Fatal("found a device in an empty directory")
	}
	if err := os.Mkdir(filepath.Join(dir, "dri"), 0o700); err != nil {
		t.Fatal(err)
	}
	// A card node alone only drives displays; it cannot compute.
	for _, step := range []struct {
		device string
		want   bool
	}{{"card0", false}, {"renderD128", true}} {
		if err := os.WriteFile(filepath.Join(dir, "dri", step.device), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := anyExists(absent, pattern); got != step.want {
			t.Errorf("with %s: %v, want %v", step.device, got, step.want)
		}
	}
}
