package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"

	"dendro/backend/message"
	"dendro/backend/session"
)

// problem is the JSON of an error.
type problem struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// errBadRequest is wrapped by the errors in the window's request.
var errBadRequest = message.New("bad_request").Error(nil)

// badParameter returns the error of a parameter that is missing or not valid.
func badParameter(name string) error {
	return message.New("bad_parameter", "parameter", name).Error(errBadRequest)
}

// errInternal hides a panic; the log has its stack.
var errInternal = message.New("internal_error").Error(nil)

// statusOf maps an error to its HTTP status and its code for the window.
func statusOf(err error) (status int, code string) {
	switch {
	case errors.Is(err, errBadRequest):
		return http.StatusBadRequest, "bad-request"
	case errors.Is(err, context.Canceled):
		return 499, "cancelled" // the client has cancelled the request
	case errors.Is(err, session.ErrNotFound):
		return http.StatusNotFound, "not-found"
	case errors.Is(err, session.ErrUnreadable):
		return http.StatusUnprocessableEntity, "unreadable"
	}
	return http.StatusInternalServerError, "internal"
}

// endpoint handles a request and returns a value to encode as JSON.
type endpoint func(r *http.Request) (any, error)

// responder writes answers. Its errors are in the window's language.
type responder struct {
	log      *slog.Logger
	language func() string
}

// answer returns the handler of an endpoint.
func (p *responder) answer(f endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := f(r)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		p.writeJSON(w, http.StatusOK, v)
	})
}

// guarded responds if a handler panics: the window's server does not recover panics, and
// one bad record must not end the program.
func (p *responder) guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if value := recover(); value != nil {
				p.log.Error("request panicked", "path", r.URL.Path, "panic", value, "stack", string(debug.Stack()))
				p.fail(w, r, errInternal)
			}
		}()
		h.ServeHTTP(w, r)
	})
}

func (p *responder) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, code := statusOf(err)
	if status == http.StatusInternalServerError {
		p.log.Error("request failed", "path", r.URL.Path, "error", err)
	}
	p.writeJSON(w, status, p.problem(code, err))
}

func (p *responder) problem(code string, err error) (out problem) {
	out.Error.Code, out.Error.Message = code, message.Of(err, p.language())
	return out
}

func (p *responder) writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil { // a bug: only our own values are encoded
		p.log.Error("answer not encoded", "error", err)
		status = http.StatusInternalServerError
		body, _ = json.Marshal(p.problem("internal", errInternal)) // two strings
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
		return 0, badParameter(name)
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
