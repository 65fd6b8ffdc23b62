package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// mcpScenarios let the client ask Dendro's MCP server about an earlier session.
func mcpScenarios() []scenario {
	const name, query = "mcp__dendro__search_history", "what did I count"
	return []scenario{
		{"mcp", "2.1.100", []step{
			start("a", "Q1 count the wombats"), addServer(),
			printing("ask with a tool", "", "b", printed{
				prompt: strings.ReplaceAll(`Q2 look it up USE USE`, "USE", fmt.Sprintf(`{use %s {"query": %q}}`, name, query)), args: []string{"--allowedTools", name, "--"},
			}),
			told("Q2", "count the wombats"),
		}},
	}
}

// addServer adds Dendro's server with the command that the README names.
func addServer() step {
	return step{"claude mcp add", func(ctx context.Context, s *stage) error {
		cmd := exec.CommandContext(ctx, s.client.bin, "mcp", "add", "dendro", "--", s.dendro, "mcp")
		cmd.Dir, cmd.Env = s.client.home.project, s.client.home.environ(s.client.home.config, s.client.api)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, tail(string(out)))
		}
		return nil
	}}
}

// told checks that the client called the tool, and sent its answer to the model.
func told(label, words string) step {
	return step{"told " + words, func(_ context.Context, s *stage) error {
		for _, e := range s.standin.exchanges(s.run) {
			if e.Label != label || e.Aside {
				continue
			}
			for _, p := range withResults(e.Messages...) {
				if p.Kind == "result" && strings.Contains(p.Text, words) {
					return nil
				}
			}
		}
		return fmt.Errorf("no answer with %q was sent", words)
	}}
}
