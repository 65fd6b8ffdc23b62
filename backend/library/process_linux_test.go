package library

import (
	"os"
	"testing"
	"time"
)

func TestParseStat(t *testing.T) {
	const system = "cpu 1 2 3\nbtime 1763000000\nprocesses 9\n"
	const rest = " S 1 7 7 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 12345 100 1 18446744073709551615\n"
	begun := time.Unix(1763000123, 450_000_000)
	for stat, want := range map[string]process{
		"7 (node)" + rest:         {name: "node", started: begun},
		"7 (a) (b c) 1 2)" + rest: {name: "a) (b c) 1 2", started: begun},
		"7 (node) S 1":            {name: "node"},
		"7 (node":                 {},
		"7 (node) Z 1":            {name: "node", ended: true},
		"":                        {},
	} {
		if p := parseStat(stat, system); p.name != want.name || !p.started.Equal(want.started) || p.ended != want.ended {
			t.Errorf("%q: %+v", stat, p)
		}
	}
	if p := parseStat("7 (node)"+rest, "cpu 1"); p.name != "node" || !p.started.IsZero() {
		t.Errorf("without a time of start: %+v", p)
	}
	if p := lookUp(os.Getpid()); p.name == "" || p.started.IsZero() {
		t.Errorf("this process is %+v", p)
	}
}
