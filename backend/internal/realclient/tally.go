package main

import (
	"fmt"
	"reflect"
)

// tally counts comparisons.
type tally struct {
	passed int
	failed []string
}

// same compares an expected with an actual value.
func (t *tally) same(what string, want, got any) {
	if reflect.DeepEqual(want, got) {
		t.passed++
		return
	}
	t.failed = append(t.failed, fmt.Sprintf("%s: want %+v, got %+v", what, want, got))
}
