//go:build unix

package cli

import (
	"bytes"
	"os"
	"testing"
)

func TestColours(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	for _, tt := range []struct {
		color, name, value string
		terminal, want     bool
	}{
		{"auto", "", "", true, true},
		{"auto", "", "", false, false},
		{"auto", "NO_COLOR", "1", true, false},
		{"auto", "NO_COLOR", "", true, true},
		{"auto", "TERM", "dumb", true, false},
		{"always", "NO_COLOR", "1", false, true},
		{"never", "", "", true, false},
	} {
		t.Setenv("NO_COLOR", "")
		t.Setenv("TERM", "")
		if tt.name != "" {
			t.Setenv(tt.name, tt.value)
		}
		env := &Env{Stdout: &bytes.Buffer{}}
		if tt.terminal {
			env.Stdout = terminal
		}
		o := options{env: env}
		if got := o.colours(tt.color) != (palette{}); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
