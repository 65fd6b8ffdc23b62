package main

import (
	"fmt"
	"reflect"
)

// tally counts what was compared.
type tally struct {
	passed int
	failed []string
}

// same compares what there should be with what there is.
func (t *tally) same(what string, want, got any) {
	if reflect.DeepEqual(want, got) {
		t.passed++
		return
	}
	t.failed = append(t.failed, fmt.Sprintf("%s: want %+v, got %+v", what, want, got))
}
