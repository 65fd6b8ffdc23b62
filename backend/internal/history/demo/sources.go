package demo

// The files that the upload stories read and change.

const routerGo = `package upload

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.com/upload-api/auth"
	"example.com/upload-api/store"
)

// Routes returns the handler of everything below /v1/uploads.
func Routes(s store.Store, keys auth.Keys) http.Handler {
	h := &handler{store: s, maxBytes: 64 << 20}

	r := chi.NewRouter()
	r.Use(auth.Require(keys), logging)
	r.Post("/uploads", h.create)
	r.Put("/uploads/{id}/parts/{n}", h.part)
	r.Post("/uploads/{id}/complete", h.complete)
	r.Get("/uploads/{id}", h.status)
	return r
}
`

const errorsGo = `package upload

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// tooMany answers 429. Clients parse the body: see docs/errors.md before you
// change it.
func tooMany(w http.ResponseWriter, wait time.Duration) {
	s := int(wait.Round(time.Second).Seconds())
	w.Header().Set("Retry-After", strconv.Itoa(s))
	w.WriteHeader(http.StatusTooManyRequests)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"error":       "too_many_uploads",
		"retry_after": s,
	})
}
`

const bucketGo = `package limit

import (
	"sync"
	"time"
)

// Bucket lets Burst events through at once and Rate events a second after that.
type Bucket struct {
	Rate  float64
	Burst float64

	mu     sync.Mutex
	tokens float64
	last   time.Time
}

// Take takes one token. When there is none it returns how long to wait for it.
func (b *Bucket) Take(now time.Time) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.IsZero() {
		b.tokens = b.Burst
	} else {
		b.tokens = min(b.Burst, b.tokens+now.Sub(b.last).Seconds()*b.Rate)
	}
	b.last = now
	if b.tokens < 1 {
		return time.Duration((1 - b.tokens) / b.Rate * float64(time.Second)), false
	}
	b.tokens--
	return 0, true
}
`

const perUserGo = `package limit

import "time"

// Users keeps one bucket for each user.
type Users struct {
	Rate, Burst float64

	buckets map[string]*Bucket
}

// Take takes one token from the bucket of a user.
func (u *Users) Take(user string, now time.Time) (time.Duration, bool) {
	b := u.buckets[user]
	if b == nil {
		b = &Bucket{Rate: u.Rate, Burst: u.Burst}
		u.buckets[user] = b
	}
	return b.Take(now)
}
`

const leakyGo = `package limit

import "time"

// Leaky is a queue that drains at a steady rate. It remembers one moment: when
// the last event that was let in will have dripped out.
type Leaky struct {
	Every time.Duration // one event each
	Depth int           // events that may wait
	empty time.Time
}

// Take tells when the event may happen, or refuses it when the queue is full.
func (l *Leaky) Take(now time.Time) (at time.Time, ok bool) {
	if l.empty.Before(now) {
		l.empty = now
	}
	if l.empty.Sub(now) > time.Duration(l.Depth)*l.Every {
		return l.empty, false
	}
	at = l.empty
	l.empty = l.empty.Add(l.Every)
	return at, true
}
`

const retryTS = `const DELAY = 1000

/** Sends a request again while the server says 429 or 5xx. */
export async function withRetry(send: () => Promise<Response>, tries = 5): Promise<Response> {
  for (let n = 0; ; n++) {
    const res = await send()
    if (res.ok || n === tries || (res.status !== 429 && res.status < 500)) return res
    await sleep(DELAY)
  }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
`
