package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// table prints rows as they arrive. The first one marked as the reference is compared with
// the others.
type table struct {
	out     io.Writer
	raw     int64 // bytes of the history
	measure time.Duration
	headed  bool
}

// row prints one measurement; rss is 0 if unknown.
func (t *table) row(name string, d time.Duration, rss int64) {
	if !t.headed {
		t.headed = true
		fmt.Fprintf(t.out, "%-34s %10s %10s %8s %10s\n", "", "time", "GB/s", "x wc -l", "peak RSS")
	}
	if t.measure == 0 {
		t.measure = d
	}
	speed := float64(t.raw) / (1 << 30) / d.Seconds()
	memory := ""
	if rss > 0 {
		memory = bytesText(rss)
	}
	fmt.Fprintf(t.out, "%-34s %10s %10.2f %8.1f %10s\n", name, millis(d), speed, float64(d)/float64(t.measure), memory)
}

// times prints the duration of something that does not read everything.
func (t *table) times(name string, list []time.Duration) {
	fmt.Fprintf(t.out, "%-34s %10s %10s %8.2f\n", name, millis(quantile(list, 50)), millis(quantile(list, 99)),
		float64(quantile(list, 50))/float64(t.measure))
}

// section prints a heading for rows of times.
func (t *table) section() {
	fmt.Fprintf(t.out, "\n%-34s %10s %10s %8s\n", "", "p50", "p99", "x wc -l")
}

// note prints a row without figures.
func (t *table) note(name, text string) { fmt.Fprintf(t.out, "%-34s %s\n", name, text) }

func millis(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

// quantile returns the p-th percentile of a list that is not empty.
func quantile(list []time.Duration, p int) time.Duration {
	list = slices.Sorted(slices.Values(list))
	return list[min(len(list)*p/100, len(list)-1)]
}
