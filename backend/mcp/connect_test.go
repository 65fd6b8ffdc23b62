package mcp_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/mcp"
)

// asking is a client that is connected to a server.
type asking struct {
	*testing.T
	client *sdk.ClientSession
}

// connect connects a client to a server on the given root; project limits the answers, ""
// for all projects.
func connect(t *testing.T, root, project string) asking {
	t.Helper()
	h := &mcp.Histories{
		Open: func(ctx context.Context) (*library.Library, error) {
			l := testlib.Open(root)
			return l, l.Catalog.Scan(ctx, false)
		},
		Within: func([]*chattree.Chat) (func(string, string) bool, error) {
			return func(dir, _ string) bool { return project == "" || dir == project }, nil
		},
		Now: func() time.Time { return testlib.Begin.AddDate(0, 0, 10) },
	}
	here, there := sdk.NewInMemoryTransports()
	if _, err := mcp.NewServer(h, "test").Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return asking{t, client}
}

type args = map[string]any

// call returns the text of an answer, and whether it is an error.
func (a asking) call(tool string, in args) (text string, failed bool) {
	a.Helper()
	r, err := a.client.CallTool(a.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		a.Fatalf("%s %v: %v", tool, in, err)
	}
	for _, c := range r.Content {
		text += c.(*sdk.TextContent).Text
	}
	return text, r.IsError
}

// text returns an answer that is no error.
func (a asking) text(tool string, in args) string {
	a.Helper()
	text, failed := a.call(tool, in)
	if failed {
		a.Fatalf("%s %v: %s", tool, in, text)
	}
	return text
}

// refused returns the error of a question.
func (a asking) refused(tool string, in args) string {
	a.Helper()
	text, failed := a.call(tool, in)
	if !failed {
		a.Errorf("%s %v is answered: %s", tool, in, text)
	}
	return text
}

func (a asking) into(answer any, tool string, in args) {
	a.Helper()
	if err := json.Unmarshal([]byte(a.text(tool, in)), answer); err != nil {
		a.Fatal(err)
	}
}

// found is an answer of search_history or file_history.
type found struct {
	Turns []struct {
		Session, Turn, Project, Chat, Prompt, In, Best string
		Missing                                        []string
	}
	Total, NextPage int
}

const (
	project = "/home/ada/my-app"
	// secret is longer than a snippet, so that one that begins within it does not show how it
	// begins.
	secret = "sk-ant-api03-0123456789012345678901234567890123456789012345678901234567890123456789wombat"
)

// story is a history of two projects: in the first a session with two branches, and a large
// output with a secret.
func story(t *testing.T) (root string, main, other *history.Session) {
	t.Helper()
	h := history.New(59, testlib.Begin)
	main = h.Session(testlib.Day())
	main.Prompt("add a rate limiter to the router")
	main.Call(history.Read("/home/ada/my-app/router.go", "package router\n"+strings.Repeat("// a long line of the router\n", 2_000)))
	main.Reply("The limiter stands before the handlers.")
	bucket := main.Prompt("measure the token bucket")
	main.Call(history.Bash("env", "shows the environment", "quokka "+secret+" wombat\n", 0, time.Second))
	main.Reply("The bucket takes 6 ns.")
	main.Rewind(bucket)
	main.Prompt("measure the leaky bucket")
	main.Reply("The leaky bucket takes 9 ns.")
	day := testlib.Day()
	day.Env.Cwd = "/home/ada/elsewhere"
	other = h.Session(day)
	other.Prompt("add a rate limiter elsewhere")
	other.Call(history.Read("/home/ada/elsewhere/router.go", "package other\n"))
	other.Reply("It is there.")
	return testlib.Write(t, h), main, other
}

// contents returns the files below a directory.
func contents(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		all[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
