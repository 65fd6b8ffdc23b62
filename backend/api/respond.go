package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"

	"dendro/backend/library"
)

// problem is the JSON of an error.
type problem struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// badRequest is an error in the window's request.
type badRequest string

func (b badRequest) Error() string { return string(b) }

// statusOf maps an error to its HTTP status and its code for the window.
func statusOf(err error) (status int, code string) {
	var bad badRequest
	switch {
	case errors.As(err, &bad):
		return http.StatusBadRequest, "bad-request"
	case errors.Is(err, context.Canceled):
		return 499, "cancelled" // the client has cancelled the request
	case errors.Is(err, library.ErrNotFound):
		return http.StatusNotFound, "not-found"
	case errors.Is(err, library.ErrUnreadable):
		return http.StatusUnprocessableEntity, "unreadable"
	}
	return http.StatusInternalServerError, "internal"
}

// endpoint handles a request and returns a value to encode as JSON.
type endpoint func(r *http.Request) (any, error)

// answer returns the handler of an endpoint.
func answer(log *slog.Logger, f endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := f(r)
		if err != nil {
			fail(log, w, r, err)
			return
		}
		writeJSON(w, http.StatusOK, v)
	})
}

// guarded responds if a handler panics: the window's server does not recover panics, and
// one bad record must not end the program.
func guarded(log *slog.Logger, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Error("request panicked", "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
				fail(log, w, r, errors.New("internal error: see the log"))
			}
		}()
		h.ServeHTTP(w, r)
	})
}

func fail(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	status, code := statusOf(err)
	if status == http.StatusInternalServerError {
		log.Error("request failed", "path", r.URL.Path, "error", err)
	}
	var p problem
	p.Error.Code, p.Error.Message = code, err.Error()
	writeJSON(w, status, p)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil { // a bug: only our own values are encoded
		status, body = http.StatusInternalServerError, []byte(`{"error":{"code":"internal","message":"the answer could not be encoded"}}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body) // fails only if the window is gone
}

// intQuery reads a whole number from the query, within bounds.
func intQuery(r *http.Request, name string, fallback, lo, hi int) (int, error) {
	s := r.URL.Query().Get(name)
	if s == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < lo {
		return 0, badRequest(name + " must be a number from " + strconv.Itoa(lo) + " on")
	}
	return min(n, hi), nil
}

// partQuery reads the range of items to return: count of them, starting at from.
func partQuery(r *http.Request, total, fallback, most int) (from, count int, err error) {
	if from, err = intQuery(r, "from", 0, 0, total); err == nil {
		count, err = intQuery(r, "count", fallback, 1, most)
	}
	return from, count, err
}
