package library

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// ticks is USER_HZ, which Linux fixes at 100 for all that it shows to programs.
const ticks = 100

// wslDrift is the maximum error of a WSL process's start time: the clock stops while the
// machine sleeps, and is set when it wakes.
const wslDrift = 24 * time.Hour

// lookUp returns what the system says of a process.
func lookUp(pid int) (p process) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return process{}
	}
	system, _ := os.ReadFile("/proc/stat") // without it the start is unknown
	p = parseStat(string(stat), string(system))
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil && bytes.Contains(bytes.ToLower(release), []byte("microsoft")) {
		p.drift = wslDrift
	}
	return p
}

// parseStat reads /proc/PID/stat, and from /proc/stat when the system was started. See
// proc_pid_stat(5).
func parseStat(stat, system string) (p process) {
	from, to := strings.IndexByte(stat, '('), strings.LastIndexByte(stat, ')') // the name may hold any of them
	if from < 0 || to < from {
		return process{}
	}
	p.name = stat[from+1 : to]
	const startTime = 22 - 3 // of the fields behind the name
	fields := strings.Fields(stat[to+1:])
	p.ended = len(fields) > 0 && (fields[0] == "Z" || fields[0] == "X")
	_, boot, ok := strings.Cut("\n"+system, "\nbtime ")
	boot, _, _ = strings.Cut(boot, "\n")
	if !ok || len(fields) <= startTime {
		return p
	}
	since, err := strconv.ParseInt(fields[startTime], 10, 64)
	at, err2 := strconv.ParseInt(strings.TrimSpace(boot), 10, 64)
	if err != nil || err2 != nil {
		return p
	}
	p.started = time.Unix(at, 0).Add(time.Duration(since) * (time.Second / ticks))
	return p
}
