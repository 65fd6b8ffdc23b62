package transcript

import (
	"strings"
	"testing"
)

func TestEncodeDir(t *testing.T) {
	for _, test := range []struct{ dir, want string }{
		{"/home/ada/my.app_x", "-home-ada-my-app-x"},
		{`C:\Users\me\x.y`, "C--Users-me-x-y"},
		{`D:\`, "D--"},
		{"/mnt/c/x y@z", "-mnt-c-x-y-z"},
		{"/home/é", "-home--"},
		{"/home/e\u0301", "-home--"}, // the same in NFC
		{"/home/登录", "-home---"},
		{"/home/😀", "-home---"}, // two UTF-16 units
		{"", ""},
		{"/" + strings.Repeat("a", 300), "-" + strings.Repeat("a", 199)},
	} {
		if got := EncodeDir(test.dir); got != test.want {
			t.Errorf("EncodeDir(%q) = %q, want %q", test.dir, got, test.want)
		}
	}
}

func TestStartDir(t *testing.T) {
	long := "/home/ada/" + strings.Repeat("x", 300)
	for _, test := range []struct {
		name, project, want string
		s                   Summary
	}{
		{"nothing known", "-x", "", Summary{}},
		{"the first that fits the directory", "-home-ada-b", "/home/ada/b", Summary{CWD: "/home/ada/a", CWDs: []string{"/home/ada/a", "/home/ada/b"}}},
		{"none fits", "-elsewhere", "/home/ada/a", Summary{CWD: "/home/ada/a", CWDs: []string{"/home/ada/a", "/home/ada/b"}}},
		{"moved", "-home-ada-a", "/home/ada/new", Summary{CWD: "/home/ada/a", CWDs: []string{"/home/ada/a"}, Relocated: "/home/ada/new"}},
		{"drive letter in another case", "c--x", `C:\x`, Summary{CWD: `D:\`, CWDs: []string{`D:\`, `C:\x`}}},
		{"cut and hashed", EncodeDir(long) + "-1a2b3c", long, Summary{CWD: "/tmp", CWDs: []string{"/tmp", long}}},
		{"underscore kept", "-home-my_app", "/home/my_app", Summary{CWD: "/tmp", CWDs: []string{"/tmp", "/home/my_app"}}},
	} {
		if got := test.s.StartDir(test.project); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestParseAgentMeta(t *testing.T) {
	full := AgentMeta{Type: "Explore", Description: "Find it", ToolUseID: "toolu_1", ParentAgent: "a1", Model: "m", Depth: 2}
	for _, test := range []struct {
		name, data string
		want       AgentMeta
	}{
		{"all", ` {"agentType":"Explore","description":"Find it","toolUseId":"toolu_1","parentAgentId":"a1","model":"m","spawnDepth":2,"x":[]}`, full},
		{"wrong types", `{"agentType":5,"description":null,"toolUseId":["x"],"parentAgentId":"a1","spawnDepth":"2"}`, AgentMeta{ParentAgent: "a1"}},
		{"torn", `{"agentType":"Explore","descr`, AgentMeta{Type: "Explore"}},
		{"empty", ``, AgentMeta{}},
		{"no object", `["agentType"]`, AgentMeta{}},
	} {
		if got := ParseAgentMeta([]byte(test.data)); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
	for id, internal := range map[string]bool{
		"aprompt_suggestion-1": true, "acompact-1": true, "aside_question-1": true, "a1b2c3d": false, "": false,
	} {
		if got := InternalAgent(id, "Find it"); got != internal {
			t.Errorf("InternalAgent(%q) = %v", id, got)
		}
	}
	if !InternalAgent("a1b2c3d", "Warmup") {
		t.Error("an agent that was told Warmup is not internal")
	}
}
