package main

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDirectives(t *testing.T) {
	for _, c := range []struct {
		text string
		want []directive
	}{
		{"Q1 nothing to do", nil},
		{"Q1 {think} and {run echo 1}", []directive{{"think", ""}, {"run", "echo 1"}}},
		{"Q1 {task T1 look {run echo {1,2}}} {read f}", []directive{{"task", "T1 look {run echo {1,2}}"}, {"read", "f"}}},
		{`Q1 {run echo {"a":{"b":1}}}`, []directive{{"run", `echo {"a":{"b":1}}`}}},
		{"Q1 {never closed", nil},
	} {
		if diff := cmp.Diff(c.want, directives(c.text), cmp.AllowUnexported(directive{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, diff)
		}
	}
}

// user and assistant make messages of one block.
func user(text string) message {
	return message{Role: "user", Content: blocks{{Type: "text", Text: text}}}
}

func assistant(text string) message {
	return message{Role: "assistant", Content: blocks{{Type: "text", Text: text}}}
}

func result(id string) message {
	return message{Role: "user", Content: blocks{{Type: "tool_result", ToolUseID: id}}}
}

// asking is a request of the conversation itself.
func asking(t *testing.T, tool string, messages ...message) request {
	t.Helper()
	data, err := json.Marshal(map[string]any{"tools": []any{map[string]string{"name": tool}}, "messages": messages})
	if err != nil {
		t.Fatal(err)
	}
	var r request
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAskedFindsThePromptThatGoverns(t *testing.T) {
	got := asked([]message{
		user("Q1 one"), assistant("Reply 1 to Q1"), user("Q2 two {run ls}"), assistant("Step 2 for Q2"), result("x"),
		user("<system-reminder>as Q1 said</system-reminder>"), user("<local-command-stdout>Q1</local-command-stdout>"),
	})
	want := question{"Q2", "Q2 two {run ls}", 1}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(question{})); diff != "" {
		t.Error(diff)
	}
}

func TestPlanTakesOneStepAfterTheOther(t *testing.T) {
	var p planner
	prompt := user("Q1 go {think} {all {run echo 1} {task T1 look {run ls}}} {read f}")
	first := p.reply(asking(t, "Agent", prompt))
	var kinds []string
	for _, b := range first.content {
		kinds = append(kinds, b.Type+" "+b.Name)
	}
	if diff := cmp.Diff([]string{"thinking ", "text ", "tool_use Bash", "tool_use Agent"}, kinds); diff != "" {
		t.Error(diff)
	}
	if got := string(first.content[3].Input); got != `{"description":"T1","prompt":"T1 look {run ls}","run_in_background":false,"subagent_type":"general-purpose"}` {
		t.Error("the task:", got)
	}
	if first.content[2].ID == first.content[3].ID {
		t.Error("two calls with one id")
	}
	second := p.reply(asking(t, "Task", prompt, assistant("Step"), result("x")))
	if got := second.content[len(second.content)-1]; got.Name != "Read" {
		t.Error("the second step:", got)
	}
	third := p.reply(asking(t, "Task", prompt, assistant("Step"), result("x"), assistant("Step"), result("y")))
	if got := third.content[len(third.content)-1]; got.Text != "Reply 3 to Q1" {
		t.Error("the reply:", got)
	}
}

func TestPlanKnowsTheOlderNamesOfTools(t *testing.T) {
	const task, plan = `{"description":"T1","prompt":"T1 look","subagent_type":"general-purpose"}`, `{"plan":"# Plan\nT1 first"}`
	for _, c := range []struct{ offered, prompt, want string }{
		{"Task", "Q1 {task T1 look}", task},
		{"TodoWrite", "Q1 {todo T1 plan}", `{"todos":[{"activeForm":"T1 plan","content":"T1 plan","status":"pending"}]}`},
		{"TaskCreate", "Q1 {todo T1 plan}", `{"description":"T1 plan","subject":"T1 plan"}`},
		{"exit_plan_mode", "Q1 {propose T1 first}", plan},
		{"ExitPlanMode", "Q1 {propose T1 first}", plan},
	} {
		var p planner
		got := p.reply(asking(t, c.offered, user(c.prompt))).content[1]
		if got.Name != c.offered || string(got.Input) != c.want {
			t.Error(got.Name, string(got.Input))
		}
	}
}

func TestPlanRejectsOtherRecords(t *testing.T) {
	var p planner
	long := string(make([]byte, longText)) + " write a summary"
	if got := p.reply(asking(t, "Read", user("Q2 two"), assistant("Reply"), user(long), message{Role: "system"})).content[0].Text; got != "<summary>\nSUMMARY 1 until Q2\n</summary>" {
		t.Error("a compaction:", got)
	}
	if got := p.reply(request{Messages: []message{user("Q1 one")}}).content[0].Text; got != `{"title":"Title of Q1","isNewTopic":false}` {
		t.Error("a title:", got)
	}
	if got := p.reply(request{Messages: []message{user("Q1 one"), assistant("{")}}).content[0].Text; got != `"title":"Title of Q1","isNewTopic":false}` {
		t.Error("a title whose object is begun:", got)
	}
}

func TestPlanFileIsTheOneThatIsNamedLast(t *testing.T) {
	r := request{Messages: []message{user("write /home/x/plans/a-b.md"), user("no, /home/x/plans/c.md")}}
	if got := planPath(r); got != "/home/x/plans/c.md" {
		t.Error(got)
	}
}
