package transcript

import (
	"strings"
	"testing"
)

// Every rule has a text of the client, and the same text as a person may quote it.
func TestTextRules(t *testing.T) {
	vectors := map[string]struct{ client, quoted string }{
		"output of a local command":         {"<local-command-stdout>Set model</local-command-stdout>", "<local-command-stdout> is what?"},
		"errors of a local command":         {"<local-command-stderr>No model</local-command-stderr>", "<local-command-stderr>No model</local-command-stderr> is odd"},
		"caveat before local commands":      {"<local-command-caveat>The messages below</local-command-caveat>", "<local-command-caveat>?"},
		"slash command: its name":           {"<command-name>/tide</command-name>", "<command-name>s"},
		"slash command: its message":        {"<command-message>tide</command-message>\n<command-name>/tide</command-name>", "<command-messages>tide</command-messages>"},
		"slash command: its arguments":      {"<command-args>now</command-args>", "<command-args>"},
		"slash command: its contents":       {"<command-contents>{}</command-contents>", "see <command-contents>{}</command-contents>"},
		"shell command":                     {"<bash-input>ls</bash-input>", "<bash-input>ls"},
		"output of a shell command":         {"<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", "<bash-stdout>a</bash-stdout> again, please"},
		"errors of a shell command":         {"<bash-stderr>no</bash-stderr>", "<bash-stderr>no</bash-stdout>"},
		"notification of a task":            {"<task-notification><summary>Done</summary></task-notification>\nFull transcript available at: /tmp/x", "<task-notification><summary>Done</summary></task-notification>\nso what?"},
		"notification of an agent":          {"<agent-notification><summary>Done</summary></agent-notification>", "<agent-notification>"},
		"reminder":                          {"<system-reminder>Monday</system-reminder>", "<system-reminder>Monday</system-reminder> why?"},
		"interruption":                      {"[Request interrupted by user for tool use]", "[Request interrupted by user] and [so on]"},
		"caveat before local commands, old": {caveat, caveatOpens + " Why?"},
		"text of a skill":                   {"Base directory for this skill: C:\\skills\\tide\n\n# Tide", "Base directory for this skill: none\n\n# Tide"},
	}
	if len(vectors) != len(textRules) {
		t.Errorf("%d vectors of %d rules", len(vectors), len(textRules))
	}
	for i := range textRules {
		rule := &textRules[i]
		v := vectors[rule.name]
		for _, space := range []string{"", "\n  "} {
			if got := ClassOfText(space + v.client + space); got != rule.class {
				t.Errorf("%s: class %d, want %d", rule.name, got, rule.class)
			}
			windows := strings.ReplaceAll(space+v.client+space, "\n", "\r\n")
			if got := ClassOfText(windows); got != rule.class {
				t.Errorf("%s, with line ends of Windows: class %d, want %d", rule.name, got, rule.class)
			}
		}
		if got := ClassOfText(v.quoted); got != ClassPrompt {
			t.Errorf("%s, quoted: class %d, want a prompt", rule.name, got)
		}
	}
}

// Dividing a text costs the same for each of its bytes, whatever it holds.
func TestSpeakOfManyEnvelopes(t *testing.T) {
	for _, unit := range []string{"<system-reminder>", "<system-reminder></system-reminder>", "<bash-stdout>x</bash-stdout>", "</bash-stdout>", "<command-name></command-name>", "<bash-input></bash-input><command-args></command-args>"} {
		text := strings.Repeat(unit, 20_000)
		s := speak(text)
		size := len(s.words)
		for _, c := range s.client {
			size += len(c.text)
		}
		if size != len(text) {
			t.Errorf("%q: %d of %d bytes", unit, size, len(text))
		}
	}
}
