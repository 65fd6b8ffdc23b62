package release_test

import (
	"testing"

	"dendro/backend/internal/release"
)

func TestOlder(t *testing.T) {
	for _, tt := range []struct {
		version, than string
		want          bool
	}{
		{"1.0.54", "1.0.110", true},
		{"2.1.100", "2.1.20", false},
		{"2.1.20", "2.1.20", false},
		{"2.1", "2.1.1", true},
		{"2.1.100-beta", "2.1.100", true},
		{"2.1.101-beta", "2.1.100", false},
		// Newest: they cannot be read.
		{"", "2.1.0", false},
		{"latest", "2.1.0", false},
		{"2.1.x", "2.2.0", false},
		{"1.0.54 (Claude Code)", "2.0.0", false},
	} {
		if got := release.Older(tt.version, tt.than); got != tt.want {
			t.Errorf("%q older than %q: %t, want %t", tt.version, tt.than, got, tt.want)
		}
	}
}
