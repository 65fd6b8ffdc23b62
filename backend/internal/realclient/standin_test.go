package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func post(t *testing.T, address, body string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestStandinStreamsAndStoresRequests(t *testing.T) {
	s, err := startStandin()
	if err != nil {
		t.Fatal("no loopback:", err)
	}
	defer s.close()
	const body = `{"stream":true,"model":"m","tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"Q1 one {run ls} {think}"}]}`
	got := post(t, s.address+"/me/v1/messages", body)
	at := 0
	for _, want := range []string{"message_start", `"thinking_delta"`, `"signature_delta"`, `"text_delta"`, `"input_json_delta"`, `"tool_use","stop_sequence"`, "message_stop"} {
		i := strings.Index(got[at:], want)
		if i < 0 {
			t.Fatalf("%s does not follow in:\n%s", want, got)
		}
		at += i
	}
	if !s.wasAsked("me", "Q1") || s.wasAsked("you", "Q1") || s.wasAsked("me", "Q2") {
		t.Error("who asked what is not known")
	}
	kept := s.exchanges("me")
	if len(kept) != 1 || kept[0].Messages[0].Content[0].Text != "Q1 one {run ls} {think}" {
		t.Errorf("kept: %+v", kept)
	}
}

func TestStandinAnswersAtOnceWhereNothingIsStreamed(t *testing.T) {
	s, err := startStandin()
	if err != nil {
		t.Fatal("no loopback:", err)
	}
	defer s.close()
	got := post(t, s.address+"/me/v1/messages", `{"messages":[{"role":"user","content":[{"type":"text","text":"Q1"}]}]}`)
	if !strings.Contains(got, `"stop_reason":"end_turn"`) || s.wasAsked("me", "Q1") {
		t.Error("what offers no tools is no part of the conversation:", got)
	}
	if got := post(t, s.address+"/me/v1/messages/count_tokens", `{}`); !strings.Contains(got, "input_tokens") {
		t.Error("count of tokens:", got)
	}
}
