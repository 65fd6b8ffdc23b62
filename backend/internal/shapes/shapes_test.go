package shapes

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"dendro/backend/internal/tests"
)

// most is the maximum ratio of costs for twice the size.
const most = 2.5

// commands are run on each shape; %s is the session that grows. A search without a cache
// does everything that tree does.
var commands = []string{"search nowhere", "search buoy --ranked", "show %s --whole", "export %s --format html"}

// counted are the packages whose statements are counted.
const counted = "dendro/backend/...,bytes,maps,slices,sort,strings"

// TestCostGrowsLinearly runs every command on a shape of each kind, and on every shape if
// all tests are asked for.
func TestCostGrowsLinearly(t *testing.T) {
	tests.Long(t)
	program, live := filepath.Join(t.TempDir(), "dendro"), filepath.Join(t.TempDir(), "live")
	for path, of := range map[string]string{program: "dendro/backend/cli/dendro", live: "dendro/backend/internal/shapes/live"} {
		build := exec.CommandContext(t.Context(), "go", "build", "-cover", "-covermode=atomic", "-coverpkg="+counted, "-o", path, of)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	covdata, err := exec.CommandContext(t.Context(), "go", "tool", "-n", "covdata").Output()
	if err != nil {
		t.Fatal(err)
	}
	m := meter{program, live, strings.TrimSpace(string(covdata))}
	shapes := sample()
	if tests.All() {
		shapes = all()
	}
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			once, twice := m.cost(t, s, s.n), m.cost(t, s, 2*s.n)
			for command, steps := range once {
				if ratio := float64(twice[command]) / float64(steps); ratio > most {
					t.Errorf("%s: %.1f times as many steps (%d, %d)", command, ratio, steps, twice[command])
				}
			}
			t.Logf("%v", once)
		})
	}
}

// meter counts the statements that commands execute.
type meter struct {
	program string // built with counters
	live    string // the program that appends, with counters, too
	covdata string // the tool that reads the counters
}

// small is the allowed constant size of a command's output.
const small = 4 << 10

// smallSteps is the allowed constant cost of an append, and of a page, in statements.
const smallSteps = 20_000

// cost returns the statements that each command executes on a shape of a size, and the
// bytes it writes.
func (m *meter) cost(t *testing.T, s shape, n int) map[string]int {
	t.Helper()
	var r root
	s.build(&r, n)
	dir := t.TempDir()
	if err := r.write(dir); err != nil {
		t.Fatal(err)
	}
	steps := map[string]int{}
	list := s.commands
	if list == nil {
		list = commands
	}
	for _, command := range list {
		if s.files && strings.Contains(command, "%s") {
			continue
		}
		args := strings.Fields(strings.ReplaceAll(command, "%s", mainID))
		statements, written := m.run(t, m.program, append(args, "--root", dir)...)
		steps[command], steps["bytes of "+command] = statements, written+small
	}
	if s.commands == nil && !s.files {
		const more = 4 // appends beyond the first, and pages
		first, _ := m.run(t, m.live, dir, mainID, "1", "0")
		pages, _ := m.run(t, m.live, dir, mainID, "1", strconv.Itoa(more))
		appends, _ := m.run(t, m.live, dir, mainID, strconv.Itoa(1+more), "0")
		steps["a page"] = (pages-first)/more + smallSteps
		steps["an append"] = (appends-first)/more + smallSteps
	}
	return steps
}

// run runs a program and returns the number of statements executed and bytes written.
func (m *meter) run(t *testing.T, program string, args ...string) (statements, written int) {
	t.Helper()
	counters := t.TempDir()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+counters, "DENDRO_CACHE_DIR="+t.TempDir(), "HOME="+t.TempDir(), "CLAUDE_CONFIG_DIR=", "GOMAXPROCS=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%q: %v: %s", args, err, &errs)
	}
	profile := filepath.Join(counters, "profile")
	if out, err := exec.CommandContext(t.Context(), m.covdata, "textfmt", "-i="+counters, "-o="+profile).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return sum(t, profile), out.Len()
}

// sum adds up a profile: each line ends with a number of statements and an execution count.
func sum(t *testing.T, profile string) (steps int) {
	t.Helper()
	text, err := os.ReadFile(profile)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		_, figures, _ := strings.Cut(lines.Text(), " ")
		n, count, _ := strings.Cut(figures, " ")
		statements, err := strconv.Atoi(n)
		if err != nil {
			continue // the first line names the mode
		}
		times, err := strconv.Atoi(count)
		if err != nil {
			t.Fatal(err)
		}
		steps += statements * times
	}
	return steps
}
