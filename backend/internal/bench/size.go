package main

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	minSize = 10 << 20
	maxSize = 5 << 30
)

// parseSize parses sizes such as 10M and 1G.
func parseSize(s string) (int64, error) {
	digits, unit := strings.TrimRight(s, "GMB"), int64(1)
	switch strings.TrimSuffix(s[len(digits):], "B") {
	case "M":
		unit = 1 << 20
	case "G":
		unit = 1 << 30
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || unit == 1 || n*unit < minSize || n*unit > maxSize {
		return 0, fmt.Errorf("size %q: want 10M to 5G", s)
	}
	return n * unit, nil
}

func bytesText(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.2f GB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
}
