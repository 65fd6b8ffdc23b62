package library

import (
	"testing"
	"time"

	"dendro/backend/transcript"
)

func TestIsRegistrant(t *testing.T) {
	const started = 1_763_000_000_000
	at := func(later time.Duration) time.Time { return time.UnixMilli(started).Add(later) }
	for name, tt := range map[string]struct {
		started int64
		process process
		want    bool
	}{
		"nothing is known":               {0, process{}, false},
		"a client, without a start":      {0, process{name: "claude"}, true},
		"a start to come":                {started + 9e9, process{name: "postgres", started: at(-time.Hour)}, false},
		"a client's start to come":       {started + 9e9, process{name: "node", started: at(-time.Hour)}, true},
		"only the client says when":      {started, process{}, true},
		"only the system says when":      {0, process{started: at(time.Hour)}, false},
		"a native client":                {started, process{name: "2.1.330", started: at(-time.Second)}, true},
		"a client of npm":                {started, process{name: "node", started: at(-time.Minute)}, true},
		"the clock was set a little":     {started, process{name: "claude", started: at(30 * time.Second)}, true},
		"resumed hours after its start":  {started, process{name: "bun", started: at(-9 * time.Hour)}, true},
		"a client that has ended":        {started, process{name: "node", started: at(-time.Second), ended: true}, false},
		"a younger process":              {started, process{name: "node", started: at(time.Hour)}, false},
		"a younger client":               {started, process{name: "2.1.330", started: at(2 * time.Minute)}, false},
		"younger, where clocks jump":     {started, process{name: "claude", started: at(time.Hour), drift: 24 * time.Hour}, true},
		"another, where clocks jump":     {started, process{name: "postgres", started: at(time.Hour), drift: 24 * time.Hour}, false},
		"unknown, where clocks jump":     {started, process{started: at(time.Hour), drift: 24 * time.Hour}, false},
		"init, of a system that is old":  {started, process{name: "systemd", started: at(-time.Hour)}, false},
		"a login shell, without a start": {0, process{name: "-zsh"}, false},
		"a program of Windows":           {0, process{name: "SVCHOST.EXE"}, false},
	} {
		s := transcript.RunningSession{PID: 7, SessionID: "s", Started: tt.started}
		if got := isRegistrant(s, tt.process, at(24*time.Hour)); got != tt.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
