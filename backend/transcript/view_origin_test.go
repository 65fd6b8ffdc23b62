package transcript_test

import (
	"slices"
	"testing"

	"dendro/backend/transcript"
)

const (
	originA = "aaaaaaaa-0000-4000-8000-000000000001"
	originB = "bbbbbbbb-0000-4000-8000-000000000002"
	originC = "cccccccc-0000-4000-8000-000000000003"
)

func TestParseJob(t *testing.T) {
	job := func(sessions ...string) []transcript.Origin {
		var list []transcript.Origin
		for _, s := range sessions {
			list = append(list, transcript.Origin{Session: s, By: transcript.BesideJob})
		}
		return list
	}
	for _, tt := range []struct {
		name, data, session string
		want                []transcript.Origin
	}{
		{"a fork (2.1.330)", `{"sessionId":"` + originA + `","resumeSessionId":"` + originA + `","forkParentSessionId":"` + originB + `","name":"x","state":"working"}`, originA, job(originB)},
		{"resumed from another one", `{"sessionId":"` + originA + `","resumeSessionId":"` + originB + `"}`, originA, job(originB)},
		{"in capitals", `{"sessionId":"AAAAAAAA-0000-4000-8000-000000000001","forkParentSessionId":"BBBBBBBB-0000-4000-8000-000000000002"}`, originA, job(originB)},
		{"of its own (2.1.245)", `{"sessionId":"` + originA + `","resumeSessionId":"` + originA + `"}`, originA, nil},
		{"no ids", `{"sessionId":"../../x","forkParentSessionId":"` + originB + `"}`, "", nil},
		{"a parent that is none", `{"sessionId":"` + originA + `","forkParentSessionId":"../x"}`, originA, nil},
		{"another type", `{"sessionId":"` + originA + `","forkParentSessionId":7}`, "", nil},
		{"no object", `[]`, "", nil},
		{"torn", `{"sessionId":"` + originA, "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			session, from := transcript.ParseJob([]byte(tt.data))
			if session != tt.session || !slices.Equal(from, tt.want) {
				t.Errorf("%q %v, want %q %v", session, from, tt.session, tt.want)
			}
		})
	}
}

func TestParseCard(t *testing.T) {
	c := transcript.ParseCard([]byte(`{"sessionId":"local_1","cliSessionId":"` + originC + `","priorCliSessionIds":["` + originA + `","` + originC + `","` + originB + `"],"forkedFromSessionId":"local_0","title":"T","isArchived":true}`))
	want := []transcript.Origin{{Session: originA, By: transcript.BesideCard}, {Session: originB, By: transcript.BesideCard}}
	if c.ID != "local_1" || c.Session != originC || !slices.Equal(c.From, want) || c.Forked != "local_0" || c.Title != "T" {
		t.Errorf("%+v", c)
	}
	if got := c.ForkOf(originA); !slices.Equal(got, want[:1]) {
		t.Errorf("fork of A: %v", got)
	}
	if got := c.ForkOf("local_0"); got != nil {
		t.Errorf("fork of a card: %v", got)
	}
	if c := transcript.ParseCard([]byte(`{"cliSessionId":"` + originC + `","priorCliSessionIds":"x"}`)); c.Session != "" {
		t.Errorf("damaged: %+v", c)
	}
}
