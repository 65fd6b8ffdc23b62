// Package tests holds helpers for the tests of several packages: the number of random
// cases, samples, and the location of real histories.
package tests

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// shards is the number of parts of a property's cases that run in parallel.
const shards = 4

// Cases returns the number of random cases, given the default n: a tenth with -short,
// multiplied by DENDRO_TIMES if it is set.
func Cases(n int) int {
	if times, err := strconv.Atoi(os.Getenv("DENDRO_TIMES")); err == nil {
		return n * times
	}
	if testing.Short() {
		return n / 10
	}
	return n
}

// All reports whether DENDRO_ALL is set: tests that otherwise take a sample of a table run
// the whole of it.
func All() bool { return os.Getenv("DENDRO_ALL") != "" }

// Seeds checks a property for all seeds below Cases(n). Each shard stops at its first
// failure and reports its seed.
func Seeds(t *testing.T, cases int, property func(t *testing.T, seed uint64)) {
	t.Helper()
	n := uint64(Cases(cases))
	for shard := range uint64(shards) {
		t.Run(strconv.FormatUint(shard, 10), func(t *testing.T) {
			t.Parallel()
			seed := shard
			defer func() {
				if t.Failed() {
					t.Logf("seed %d", seed)
				}
			}()
			for ; seed < n; seed += shards {
				if property(t, seed); t.Failed() {
					return
				}
			}
		})
	}
}

// Long says that a test takes long by the size of what it holds against, or by the many
// programs that it starts. It is skipped with -short: the race detector finds in it what
// it finds in smaller ones.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes long")
	}
}

// Real returns a directory of the real histories: published sessions of other people, which
// are not part of the project. A test that needs them is skipped if they are absent, and
// with -short.
func Real(t testing.TB, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for filepath.Base(dir) != "backend" {
		if dir == filepath.Dir(dir) {
			t.Fatal("the test runs outside of the project")
		}
		dir = filepath.Dir(dir)
	}
	dir = filepath.Join(append([]string{dir, "..", "..", "shared", "realdata"}, parts...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no real histories here")
	}
	if testing.Short() {
		t.Skip("reads real histories")
	}
	return dir
}

// RealRoots returns every possible root among the real histories, by name.
func RealRoots(t testing.TB) map[string]string {
	t.Helper()
	real := Real(t)
	roots := map[string]string{}
	for _, pattern := range []string{"*/projects", "*/*/projects"} {
		found, err := filepath.Glob(filepath.Join(real, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, projects := range found {
			roots[filepath.Base(filepath.Dir(projects))] = filepath.Dir(projects)
		}
	}
	return roots
}
