package thread

import (
	"fmt"
	"strings"
	"testing"
)

// bash writes a call of a shell and its result; content is nil for a call without one.
func (s *script) bash(n int, command string, content any, failed bool) *script {
	call, id := fmt.Sprint("c", n), fmt.Sprint("t", n)
	s.reply(call, lastOf(n), fmt.Sprint("m", n), use(id, "Bash", obj{"command": command}))
	if content != nil {
		s.user(fmt.Sprint("r", n), call, []obj{{"type": "tool_result", "tool_use_id": id, "content": content, "is_error": failed}})
	}
	return s
}

func lastOf(n int) string {
	if n == 1 {
		return "p"
	}
	return fmt.Sprint("r", n-1)
}

func (s *script) commands(t *testing.T) Commands {
	t.Helper()
	data := []byte(s.b.String())
	ss := NewSession(indexOf("main", data), nil, Options{ID: "s"})
	c, err := ss.Thread(activeLeaf(data)).Commands(t.Context(), s.load(nil))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCommands(t *testing.T) {
	var s script
	s.user("p", "", "ask")
	s.bash(1, "# build it\ncd /w && make", "done", false)
	s.bash(2, "go test ./...", "Exit code 2\nFAIL", true)
	s.bash(3, "rm -rf /", nil, false)
	s.with(obj{"toolDenialKind": "user"})
	s.user("r3", "c3", []obj{{"type": "tool_result", "tool_use_id": "t3", "content": "no", "is_error": true}})
	s.reply("c4", "r3", "m4", use("t4", "Read", obj{"file_path": "/w/a"}))
	s.result("r4", "c4", "t4", "text")
	s.bash(5, "sleep 100", nil, false)
	c := s.commands(t)
	var got []string
	for _, run := range c.List {
		got = append(got, fmt.Sprint(run.Row, " ", run.Turn, " ", run.Text, " ", run.End, " ", run.Exit, " ", run.MS))
	}
	equal(t, got, []string{"1 1 make ok 0 1000", "2 1 go test ./... error 2 1000", "3 1 rm -rf / denied 0 1000", "5 1 sleep 100 missing 0 0"})
	if c.Total != 4 || c.Failed != 2 {
		t.Errorf("%d commands, %d failed", c.Total, c.Failed)
	}
}

// TestManyCommands: the last ones are listed, the others are counted.
func TestManyCommands(t *testing.T) {
	var s script
	s.user("p", "", "ask")
	for n := 1; n <= maxCommands+3; n++ {
		s.bash(n, fmt.Sprint("echo ", n), "x", n == 1)
	}
	c := s.commands(t)
	if c.Total != maxCommands+3 || c.Failed != 1 || len(c.List) != maxCommands || !strings.HasSuffix(c.List[0].Text, " 4") {
		t.Errorf("%d, %d failed, %d listed from %+v", c.Total, c.Failed, len(c.List), c.List[0])
	}
}
