package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a terminal: output written to one file is read from the other.
func terminal(t *testing.T) (program, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = person.Close() })
	fd := int(person.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Close() })
	return program, person
}

// TestTerminalGetsPlainText: escape sequences in a history never reach a terminal. In
// a file they are verbatim.
func TestTerminalGetsPlainText(t *testing.T) {
	t.Parallel()
	said := `hello \u001b]52;c;eA==\u0007 \u001b[2J \u009b31m`
	root := history(t, "/home/ada", said)
	program, person := terminal(t)
	s := start(t, "export", session, "--root", root)
	if status := s.ends(t); status != 0 || !strings.Contains(s.out.String(), "\x1b]52") {
		t.Fatalf("a pipe: status %d, %q", status, s.out.String())
	}
	s = command(t, "export", session, "--root", root)
	s.Stdout = program
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	if status := s.ends(t); status != 0 {
		t.Fatalf("status %d: %s", status, s.errs.String())
	}
	if err := program.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(person)
	if !errors.Is(err, unix.EIO) { // nobody has it open any more
		t.Fatal(err)
	}
	if got := string(text); strings.ContainsAny(got, "\x1b\a\u009b") || !strings.Contains(got, "hello") {
		t.Errorf("a terminal gets %q", got)
	}
}
