package cli_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// mcpClient runs "dendro mcp" in a directory as a client does, and returns a connection over
// its stdin and stdout, and what it prints to stderr.
func mcpClient(t *testing.T, dir string, args ...string) (*sdk.ClientSession, *exec.Cmd, *strings.Builder) {
	t.Helper()
	home, said := t.TempDir(), &strings.Builder{}
	server := exec.Command("dendro", append([]string{"mcp"}, args...)...)
	server.Dir, server.Stderr = dir, said
	server.Env = append(os.Environ(), "PWD="+dir, "HOME="+home, "USERPROFILE="+home, "XDG_CONFIG_HOME="+home, "CLAUDE_CONFIG_DIR=",
		"DENDRO_CACHE_DIR="+filepath.Join(home, "cache"), "DENDRO_DATA_DIR="+filepath.Join(home, "data"))
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: server}, nil)
	if err != nil {
		t.Fatalf("%v; stderr: %s", err, said)
	}
	t.Cleanup(func() { client.Close() })
	return client, server, said
}

// mcpAnswer returns the text of a tool's answer.
func mcpAnswer(t *testing.T, client *sdk.ClientSession, tool string, in map[string]any) string {
	t.Helper()
	r, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil || r.IsError || len(r.Content) != 1 {
		t.Fatalf("%s %v: %+v, %v", tool, in, r, err)
	}
	return r.Content[0].(*sdk.TextContent).Text
}

// TestMCP: the command answers over stdin and stdout, for the project of its directory unless
// it has --all, changes no file of the history, and ends with its stdin.
func TestMCP(t *testing.T) {
	projects := t.TempDir()
	h := history.New(59, testlib.Begin)
	ids := map[string]string{}
	for _, name := range []string{"router", "elsewhere"} {
		day := testlib.Day()
		day.Env.Cwd = filepath.Join(projects, name)
		if err := os.Mkdir(day.Env.Cwd, 0o700); err != nil {
			t.Fatal(err)
		}
		s := h.Session(day)
		s.Prompt("add a rate limiter to the " + name)
		s.Reply("The limiter stands before the handlers.")
		ids[name] = s.ID
	}
	root := testlib.Write(t, h)
	before := filesBelow(t, root)
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{nil, []string{ids["router"]}},
		{[]string{"--all"}, []string{ids["router"], ids["elsewhere"]}},
	} {
		client, server, said := mcpClient(t, filepath.Join(projects, "router"), append(tt.args, "--root", root)...)
		tools, err := client.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range tools.Tools {
			names = append(names, tool.Name)
		}
		slices.Sort(names)
		if want := []string{"compare_branches", "file_history", "list_chats", "search_history", "show_turn"}; !slices.Equal(names, want) {
			t.Errorf("tools: %v", names)
		}
		var found struct {
			Turns []struct{ Session, Turn string }
		}
		if err := json.Unmarshal([]byte(mcpAnswer(t, client, "search_history", map[string]any{"query": "rate limiter"})), &found); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, turn := range found.Turns {
			got = append(got, turn.Session)
			text := mcpAnswer(t, client, "show_turn", map[string]any{"session": turn.Session, "turn": turn.Turn})
			if !strings.Contains(text, "The limiter stands before the handlers.") {
				t.Errorf("%s: %s", turn.Session, text)
			}
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v finds %v, want %v", tt.args, got, tt.want)
		}
		if err := client.Close(); err != nil || !server.ProcessState.Success() || said.Len() > 0 {
			t.Errorf("at the end: %v, %v, stderr: %s", err, server.ProcessState, said)
		}
	}
	if after := filesBelow(t, root); !slices.Equal(before, after) {
		t.Errorf("the history has changed:\n%s", testlib.Difference(t, strings.Join(before, "\n"), strings.Join(after, "\n")))
	}
}

// filesBelow returns the names and contents of the files below a directory.
func filesBelow(t *testing.T, root string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		list = append(list, path+"\n"+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
