package transcript

import "testing"

// TestToolTitle: a server's tool is named by server and tool; a name of any other form is
// unchanged.
func TestToolTitle(t *testing.T) {
	for name, want := range map[string]string{
		"Bash":                   "Bash",
		"mcp__github__get_issue": "github · get_issue",
		"mcp__my_server__a__b":   "my_server · a__b",
		"mcp__github":            "mcp__github",
		"mcp____x":               "mcp____x",
		"mcp__github__":          "mcp__github__",
		"my__tool":               "my__tool",
		"":                       "",
	} {
		if got := ToolTitle(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
