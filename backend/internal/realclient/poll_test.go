package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestPoll(t *testing.T) {
	looks := 0
	if came, err := poll(t.Context(), time.Minute, func() (bool, error) { looks++; return looks == 2, nil }); !came || err != nil {
		t.Error("what comes is seen:", came, err)
	}
	if came, err := poll(t.Context(), 0, func() (bool, error) { return false, nil }); came || err != nil {
		t.Error("what does not come is no error:", came, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := poll(ctx, time.Minute, func() (bool, error) { return false, nil }); !errors.Is(err, context.Canceled) {
		t.Error("nobody waits any more:", err)
	}
}
