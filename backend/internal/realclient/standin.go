package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// standin plays the model on loopback: requests to POST /RUN/v1/messages, where RUN names
// the caller, are answered according to the prompt, and stored.
type standin struct {
	address string
	server  *http.Server

	mu      sync.Mutex
	planner planner
	log     map[string][]exchange
}

// exchange is one request and its reply.
type exchange struct {
	Label    string    `json:"label"` // of the prompt that decides the reply
	Aside    bool      `json:"aside"` // not part of the conversation: the request offers no tools
	Messages []message `json:"messages"`
	Said     []block   `json:"said"`
	Tokens   int       `json:"tokens"` // of the request, as it was answered

	sent json.RawMessage // the messages as they were sent
}

func startStandin() (*standin, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("stand-in: %w", err)
	}
	s := &standin{address: "http://" + listener.Addr().String(), log: map[string][]exchange{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /{run}/v1/messages", s.messages)
	mux.HandleFunc("POST /{run}/v1/messages/count_tokens", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a torn request has fewer
		writeJSON(w, map[string]int{"input_tokens": tokensOf(body)})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, struct{}{}) })
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go s.server.Serve(listener) //nolint:errcheck // it ends with ErrServerClosed
	return s, nil
}

func (s *standin) close() error { return s.server.Close() }

// exchanges returns a run's exchanges so far.
func (s *standin) exchanges(run string) []exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log[run][:len(s.log[run]):len(s.log[run])]
}

// wasAsked reports whether a prompt reached the model.
func (s *standin) wasAsked(run, label string) bool {
	for _, e := range s.exchanges(run) {
		if e.Label == label && !e.Aside {
			return true
		}
	}
	return false
}

// hasRead reports whether a request of the conversation holds a label, wherever it is.
func (s *standin) hasRead(run, label string) bool {
	return slices.ContainsFunc(s.exchanges(run), func(e exchange) bool { return !e.Aside && bytes.Contains(e.sent, []byte(label)) })
}

func (s *standin) messages(w http.ResponseWriter, r *http.Request) {
	var asks request
	var sent struct{ Messages json.RawMessage }
	body, err := io.ReadAll(r.Body)
	if err := cmp.Or(err, json.Unmarshal(body, &asks), json.Unmarshal(body, &sent)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	used := tokensOf(body)
	answer, id := s.answer(r.PathValue("run"), asks, used, sent.Messages)
	model := asks.Model
	if !asks.Stream {
		writeJSON(w, envelope(id, model, answer.content, used))
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	sse := stream{w: w, flush: http.NewResponseController(w).Flush}
	sse.reply(r.Context(), envelope(id, model, answer.content, used), answer)
}

func (s *standin) answer(run string, asks request, used int, sent json.RawMessage) (answer reply, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer = s.planner.reply(asks)
	s.log[run] = append(s.log[run], exchange{answer.label, len(asks.Tools) == 0, asks.Messages, answer.content, used, sent})
	return answer, fmt.Sprintf("msg_01%022d", s.planner.replies)
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) //nolint:errcheck // a client that has gone needs no answer
}

// runName returns a name that is valid in the path of an address.
func runName(parts ...string) string { return strings.Join(parts, "-") }
