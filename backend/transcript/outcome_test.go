package transcript_test

import (
	"strings"
	"testing"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// TestOutcome: the end of a file decides whose turn it is, and its last words are the
// outcome.
func TestOutcome(t *testing.T) {
	const (
		asked    = `{"type":"user","uuid":"00000001-0000-4000-8000-000000000000","message":{"role":"user","content":"Please sort the stations"}}`
		answer   = `{"type":"assistant","uuid":"00000002-0000-4000-8000-000000000000","message":{"content":[{"type":"text","text":"Done. The stations are sorted by tide."}]}}`
		ask      = `{"type":"assistant","uuid":"00000003-0000-4000-8000-000000000000","message":{"content":[{"type":"text","text":"There are two ways.\n\nShall I keep the old one?"}]}}`
		question = `{"type":"assistant","uuid":"00000004-0000-4000-8000-000000000000","message":{"content":[{"type":"tool_use","id":"toolu_1","name":"AskUserQuestion","input":{"questions":[{"question":"Which tide table?"}]}}]}}`
		plan     = `{"type":"assistant","uuid":"00000005-0000-4000-8000-000000000000","message":{"content":[{"type":"tool_use","id":"toolu_2","name":"ExitPlanMode","input":{}}]}}`
		call     = `{"type":"assistant","uuid":"00000006-0000-4000-8000-000000000000","message":{"content":[{"type":"tool_use","id":"toolu_3","name":"Bash","input":{}}]}}`
		result   = `{"type":"user","uuid":"00000007-0000-4000-8000-000000000000","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"the long one"}]}}`
		stopped  = `{"type":"user","uuid":"00000008-0000-4000-8000-000000000000","message":{"role":"user","content":"[Request interrupted by user]"}}`
		failed   = `{"type":"assistant","uuid":"00000009-0000-4000-8000-000000000000","isApiErrorMessage":true,"message":{"model":"<synthetic>","content":[{"type":"text","text":"API Error: the credit is used up"}]}}`
		interim  = `{"type":"assistant","uuid":"0000000b-0000-4000-8000-000000000000","message":{"content":[{"type":"text","text":"Perfect! Now the footer."}]}}`
		asked2   = `{"type":"user","uuid":"0000000c-0000-4000-8000-000000000000","message":{"role":"user","content":"Please sort the piers"}}`
		agent    = `{"type":"assistant","uuid":"0000000a-0000-4000-8000-000000000000","isSidechain":true,"message":{"content":[{"type":"text","text":"Nothing found here."}]}}`
	)
	for _, test := range []struct {
		name  string
		lines []string
		want  transcript.Outcome
	}{
		{"nothing", nil, transcript.Outcome{}},
		{"a prompt", []string{asked}, transcript.Outcome{State: transcript.StandingOpen}},
		{"an answer", []string{asked, answer}, transcript.Outcome{State: transcript.StandingAnswered, Text: "The stations are sorted by tide"}},
		{"an agent's words are not its session's", []string{asked, answer, agent}, transcript.Outcome{State: transcript.StandingAnswered, Text: "The stations are sorted by tide"}},
		{"an answer that asks", []string{asked, ask}, transcript.Outcome{State: transcript.StandingWaiting, Text: "Shall I keep the old one?"}},
		{"a question", []string{asked, question}, transcript.Outcome{State: transcript.StandingWaiting, Text: "Which tide table?"}},
		{"a question that was answered", []string{asked, question, result}, transcript.Outcome{Text: "Which tide table?"}},
		{"a plan", []string{asked, plan}, transcript.Outcome{State: transcript.StandingWaiting, Text: "A plan to approve"}},
		{"a plan of 1.0.30–1.0.54", []string{asked, strings.Replace(plan, "ExitPlanMode", "exit_plan_mode", 1)}, transcript.Outcome{State: transcript.StandingWaiting, Text: "A plan to approve"}},
		{"at work", []string{asked, answer, call}, transcript.Outcome{Text: "The stations are sorted by tide"}},
		{"interrupted", []string{asked, answer, stopped}, transcript.Outcome{State: transcript.StandingInterrupted, Text: "The stations are sorted by tide"}},
		{"an announcement that a call follows", []string{asked, answer, call, interim, call}, transcript.Outcome{Text: "The stations are sorted by tide"}},
		{"an interrupted announcement", []string{asked, answer, interim, stopped}, transcript.Outcome{State: transcript.StandingInterrupted, Text: "The stations are sorted by tide"}},
		{"an announcement without anything better in its turn", []string{asked, answer, asked2, interim, call}, transcript.Outcome{Text: "Now the footer"}},
		{"an announcement at the end", []string{asked, answer, interim}, transcript.Outcome{State: transcript.StandingAnswered, Text: "Now the footer"}},
		{"an answer after an announcement", []string{asked, interim, call, answer}, transcript.Outcome{State: transcript.StandingAnswered, Text: "The stations are sorted by tide"}},
		{"failed", []string{asked, failed}, transcript.Outcome{State: transcript.StandingFailed, Text: "API Error: the credit is used up"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := summaryOf(test.lines...).Outcome
			if got.State != test.want.State || got.Text != test.want.Text {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			for cut := range test.lines {
				z, ok := transcript.Continue(summaryOf(test.lines[:cut]...))
				if !ok {
					t.Fatal("the file cannot be continued")
				}
				add(z, test.lines[cut:]...)
				if continued := z.Summary().Outcome; continued != got {
					t.Errorf("got %+v when read on after %d lines, want %+v", continued, cut, got)
				}
			}
		})
	}
}

// TestOutcomeContinues: continuing a grown file gives the same outcome as reading it at once.
func TestOutcomeContinues(t *testing.T) {
	const answer = `{"type":"assistant","uuid":"00000002-0000-4000-8000-000000000000","message":{"content":[{"type":"text","text":"Sorted by tide."}]}}`
	first := summaryOf(answer)
	z, ok := transcript.Continue(first)
	if !ok || z.Summary().Outcome != first.Outcome {
		t.Errorf("%+v is lost where nothing was said since", first.Outcome)
	}
}

// TestCommand: the command that opens a conversation names it if an assistant answered, or
// if nothing else was said.
func TestCommand(t *testing.T) {
	const (
		command = `{"type":"user","uuid":"00000001-0000-4000-8000-000000000000","message":{"role":"user","content":"<command-name>/review</command-name>\n<command-args>12</command-args>"}}`
		answer  = `{"type":"assistant","uuid":"00000002-0000-4000-8000-000000000000","message":{"content":[{"type":"text","text":"It is sound."}]}}`
		prompt  = `{"type":"user","uuid":"00000003-0000-4000-8000-000000000000","message":{"role":"user","content":"Sort the stations"}}`
	)
	for _, test := range []struct {
		lines    []string
		command  string
		answered bool
	}{
		{[]string{command, answer, prompt}, "/review 12", true},
		{[]string{command, prompt, answer}, "/review 12", false},
		{[]string{prompt, answer, command}, "", false},
	} {
		if s := summaryOf(test.lines...); s.Command != test.command || s.Answered != test.answered {
			t.Errorf("%q, %v after %d lines", s.Command, s.Answered, len(test.lines))
		}
	}
}

func summaryOf(lines ...string) *transcript.Summary {
	z := transcript.NewSummarizer()
	add(z, lines...)
	return z.Summary()
}

func add(z *transcript.Summarizer, lines ...string) {
	var d transcript.Decoder
	for l := jsonl.NewLines(strings.NewReader(strings.Join(lines, "\n")+"\n"), 0, nil); l.Next(); {
		z.Line(&d, l.Line(), nil)
	}
}
