package main

import (
	"context"
	"time"
)

// look is the polling interval.
const look = 100 * time.Millisecond

// poll polls until a result is available; came is false on a timeout.
func poll(ctx context.Context, within time.Duration, has func() (bool, error)) (came bool, err error) {
	for end := time.Now().Add(within); ; pause(ctx, look) {
		if came, err := has(); came || err != nil {
			return came, err
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if time.Now().After(end) {
			return false, nil
		}
	}
}

// pause waits, or less if ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
