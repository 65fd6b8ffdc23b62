package main

import (
	"context"
	"time"
)

// look is how long between two looks at what is waited for.
const look = 100 * time.Millisecond

// poll looks again and again until something has come; came is false when it
// has not within some time.
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

// pause waits, or not as long when nobody waits any more.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
