package title_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"dendro/backend/title"
)

// openings are prompts in the shapes found in histories, and their titles.
var openings = []struct{ name, prompt, want string }{
	// Plain sentences.
	{"a sentence", "why does the upload stall at 99 percent?", "why does the upload stall at 99 percent?"},
	{"a word", "hello", "hello"},
	{"a dotted name first", "harbour.lock should not be in the archive?", "harbour.lock should not be in the archive?"},
	{"an old smiley", "lint and unit tests are red :(", "lint and unit tests are red :("},
	{"a ticket", "let's look into - TID-207 in the tracker", "Look into - TID-207 in the tracker"},
	{"a stop behind a blank", "send the report by email .", "send the report by email"},
	{"an option that was chosen", "B) I'd rather store the tide on each station", "B) I'd rather store the tide on each station"},
	{"a number", "what is 3 + 4?", "what is 3 + 4?"},
	{"a product", "2 * 3 and 4 * 5 give what?", "2 * 3 and 4 * 5 give what?"},
	{"Chinese", "遷移腳本在第三批失敗了，請看一下。謝謝", "遷移腳本在第三批失敗了，請看一下。謝謝"},
	{"Japanese behind a courtesy", "please 潮位の計算を直してください", "潮位の計算を直してください"},
	{"right to left marks", "open \u202eelif\u202c now and read it", "open elif now and read it"},

	// Courtesies.
	{"can you please", "Can you please sort the report by severity", "Sort the report by severity"},
	{"hey with a name", "Hey Claude, can you please add a workflow that runs the linters?", "Add a workflow that runs the linters?"},
	{"help me", "hi, help me to move the docs into their own folder", "Move the docs into their own folder"},
	{"I'd like your help", "I'd like your help with splitting the renderer", "Splitting the renderer"},
	{"let's", "Let's make the \"harbour start\" command hidden", "Make the \"harbour start\" command hidden"},
	{"a typographic apostrophe", "I’d like you to write the changelog", "Write the changelog"},
	{"ok so", "OK, so can you rename the flag everywhere", "Rename the flag everywhere"},
	{"too little behind it", "please fix", "please fix"},
	{"a courtesy that says something", "Now the tests pass but the build does not", "Now the tests pass but the build does not"},
	{"so is a word", "so what is the retry budget", "so what is the retry budget"},

	// Plans.
	{"a plan", "Implement the following plan:\n\n# Plan: Sort the report by severity\n\n## Context\n\nToday it is by file.", "Sort the report by severity"},
	{"a plan without the word", "Implement the following plan:\n\n# Read tides from the new sensor\n\n## Why", "Read tides from the new sensor"},
	{"a plan with a ticket", "Implement the following plan:\n\n# TID-258: Buoys lose their fix at midnight\n", "TID-258: Buoys lose their fix at midnight"},
	{"a plan on one line", "Implement the following plan: # Plan: Group the buoys ## Context They are one list today.", "Group the buoys"},
	{"an implementation plan", "Implement this plan.\n\n# Webhook Retries - Implementation Plan\n", "Webhook Retries"},
	{"a plan with code in its heading", "Please implement the following plan:\n\n# Plan: Use `make check` in the workflow", "Use make check in the workflow"},
	{"a plan without a heading", "Implement the following plan:\nMove the cache below the loader.\nThen delete the old one.", "Move the cache below the loader"},
	{"a heading alone", "# Station import\n\nThe importer reads one file only.", "Station import"},
	{"a numbered plan", "Implement the following plan:\n# Plan 2: Warm starts\n", "Plan 2: Warm starts"},

	// Commands.
	{"a command", "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>123</command-args>", "/review 123"},
	{"a command without argument", "<command-name>/init</command-name>\n            <command-message>init</command-message>\n            <command-args></command-args>", "/init"},
	{"a command by its message", "<command-message>tides:sync</command-message>", "/tides:sync"},
	{"a shell command", "<bash-input>go test ./tide/...</bash-input>", "! go test ./tide/..."},
	{"a typed command", "/compact keep the part about the buoys", "/compact keep the part about the buoys"},

	// Logs.
	{"an object behind words", "the importer still fails at dusk: {\"time\":\"2026-03-01T18:00:00Z\",\"level\":\"ERROR\"}", "the importer still fails at dusk"},
	{"an object that is cut off", "the importer still fails: {\"time\":\"2026-03-01T18:0", "the importer still fails"},
	{"a list of objects", "Sort these by their depth [{\"depth\": 3}, {\"depth\": 1}]", "Sort these by their depth"},
	{"an object between words", "explain to me why {\"depth\": 3} breaks the chart", "explain to me why {\"depth\": 3} breaks the chart"},
	{"an object alone", "{\"depth\": 3}", "{\"depth\": 3}"},

	// Wrappers.
	{"a reminder in front", "<system-reminder>\nThe date is new.\n</system-reminder>\nAdd a legend to the chart", "Add a legend to the chart"},
	{"the opened file", "<ide_opened_file>The user opened /srv/app/a.go</ide_opened_file>\nWhy is this exported?", "Why is this exported?"},
	{"a task in tags", "<task>\nCollect the stations per region\n</task>", "Collect the stations per region"},
	{"documents and a question", "<documents>\n<document>Long text here.</document>\n</documents>\n\nWhich of these mentions ebb?", "Which of these mentions ebb?"},
	{"nothing but a document", "<document>\nLow water at Dover\n</document>", "Low water at Dover"},
	{"a tag that is spoken of", "Why does <div> overflow its column?", "Why does <div> overflow its column?"},
	{"a generic type", "Return Vec<Station> from the parser", "Return Vec<Station> from the parser"},

	// Markdown.
	{"bold", "**Fix** the *tide* table", "Fix the tide table"},
	{"a single asterisk", "why is pre-*.json read into a Station", "why is pre-*.json read into a Station"},
	{"a link in parentheses", "The remote is HTTPS now (https://github.com/)", "The remote is HTTPS now (github.com)"},
	{"code", "Make `harbour explain` print its help", "Make harbour explain print its help"},
	{"names with underscores", "what does _get_station and load_all_tides do?", "what does _get_station and load_all_tides do?"},
	{"a glob", "lint src/**/*.md and docs/**/*.md too", "lint src/**/*.md and docs/**/*.md too"},
	{"a link", "Read [the guide](https://docs.example.org/guide/start) first", "Read the guide first"},
	{"a list", "- [ ] rename the flag\n- [ ] document it", "rename the flag document it"},
	{"a quotation", "> the tide is late\n\nIs that our bug?", "the tide is late Is that our bug?"},
	{"a table", "| station | tide |\n|---|---|\n| Dover | 3.1 |\n\nTurn this into a chart", "Turn this into a chart"},
	{"a rule and a heading", "---\n## Low tide\n---", "Low tide"},

	// Links, paths, ids.
	{"an issue", "https://github.com/harbour/tides/issues/7718 says that the chart now breaks", "tides#7718 says that the chart now breaks"},
	{"a pull request", "review this for me https://github.com/harbour/tides/pull/104", "review this for me tides#104"},
	{"the same link twice", "main is red, why? https://github.com/harbour/tides/actions/runs/42https://github.com/harbour/tides/actions/runs/42", "main is red, why? harbour/…/42"},
	{"a commit", "Revert https://github.com/harbour/tides/commit/5cf09a5f00112233445566778899aabbccddeeff", "Revert harbour/…/5cf09a5f"},
	{"a local page", "http://localhost:8080/reports/2024/tree?id=7 shows nothing", "localhost:8080/…/tree shows nothing"},
	{"a long path", "Add a test for @/home/ada/src/harbour/cmd/tides/setup.go:12-40", "Add a test for …/tides/setup.go:12-40"},
	{"a path of Windows", "Open C:\\work\\harbour\\tides\\main.go please", "Open …\\tides\\main.go please"},
	{"a session id", "session 2f1c8d0e-1111-4222-8333-444455556666 was not found", "session 2f1c8d0e was not found"},
	{"a file that is meant", "create me a .github/CODEOWNERS", "create me a .github/CODEOWNERS"},

	// Pasted text.
	{"a log and a question", "2024-05-02 10:01:02 INFO start\n2024-05-02 10:01:03 ERROR no tide\n\nWhy does the importer stop here?", "Why does the importer stop here?"},
	{"a question and a log", "Why does this stop?\n\n```\npanic: no tide\n```", "Why does this stop?"},
	{"a lead and a compiler's line", "fix lint errors:\n  cmd/tides/main.go:12:3: string `main` has 5 occurrences (goconst)\n      return \"main\"", "fix lint errors: string main has 5 occurrences (goconst)"},
	{"a trace alone", "Traceback (most recent call last):\n  File \"tide.py\", line 3\nValueError: no tide at noon", "ValueError: no tide at noon"},
	{"a console alone", "$ make check\nFAIL harbour: two stations differ", "FAIL harbour: two stations differ"},
	{"terminal colours", "\x1b[31mtests fail\x1b[0m in the harbour package", "tests fail in the harbour package"},
	{"a picture first", "[Image #1] the legend covers the axis", "the legend covers the axis"},
	{"a pasted text", "[Pasted text #1 +23 lines]\nsummarise this", "summarise this"},
	{"feedback", "I opened a change and there's some feedback:\n\n1. the name is too long", "I opened a change and there's some feedback: the name is too long"},
	{"a label and a text", "Low Severity\nThe error is wrapped twice on its way up.", "Low Severity The error is wrapped twice on its way up"},
	{"a diff", "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\nIs this right?", "Is this right?"},

	// Length.
	{
		"a long first sentence", "The comment says that the output goes nowhere. " + strings.Repeat("But in truth it goes to the terminal of the parent. ", 5),
		"The comment says that the output goes nowhere",
	},
	{"a line that wraps", "When the folder is missing\nthis fails for new people.", "When the folder is missing this fails for new people"},
}

func TestOf(t *testing.T) {
	if len(openings) < 60 {
		t.Fatalf("%d openings", len(openings))
	}
	for _, o := range openings {
		t.Run(o.name, func(t *testing.T) {
			if got := title.Of(o.prompt); got != o.want {
				t.Errorf("Of(%q)\n got %q\nwant %q", o.prompt, got, o.want)
			}
		})
	}
}

// TestOfIsIdempotent: Of is idempotent, so that it may be applied repeatedly.
func TestOfIsIdempotent(t *testing.T) {
	for _, o := range openings {
		if again := title.Of(o.want); again != o.want {
			t.Errorf("%s: %q becomes %q", o.name, o.want, again)
		}
	}
}

func TestOfIsShort(t *testing.T) {
	long := strings.Repeat("tide ", 4000)
	for _, text := range []string{long, strings.Repeat("潮", 9000), "# " + long, "```\n" + long, strings.Repeat("<a>", 5000), strings.Repeat("**", 5000), strings.Repeat("[](", 4000)} {
		if n := utf8.RuneCountInString(title.Of(text)); n > title.Runes {
			t.Errorf("%.20q… has a title of %d runes", text, n)
		}
	}
}

func TestThin(t *testing.T) {
	for text, want := range map[string]bool{"Hello!": true, "continue": true, "": true, "/exit": true, "Unknown skill: tides": true, "/init": true, "fix tests": false, "/review 12": false} {
		if got := title.Thin(text); got != want {
			t.Errorf("Thin(%q) = %v", text, got)
		}
	}
}

func TestSentence(t *testing.T) {
	for answer, want := range map[string]string{
		"Done. The chart has a legend now. It stands below.":     "The chart has a legend now",
		"Perfect!\n\nAll 14 tests pass, e.g. those of the tide.": "All 14 tests pass, e.g. those of the tide",
		"## Summary\n\n- **Renamed** the flag":                   "Renamed the flag",
		"Done.":                                                  "Done",
		"```\ncode\n```":                                         "",
		"Fixed in `tide.go`. Nothing else moved":                 "Fixed in tide.go",
		"潮位は直りました。次へ":                                            "潮位は直りました。",
		"":                                                       "",
	} {
		if got := title.Sentence(answer); got != want {
			t.Errorf("Sentence(%q) = %q, want %q", answer, got, want)
		}
	}
}

func TestQuestion(t *testing.T) {
	for answer, want := range map[string]string{
		"I found two ways. Shall I keep the long examples?": "Shall I keep the long examples?",
		"Why? Because the tide turned.":                     "",
		"Done.\n\n**Which one do you want?**":               "Which one do you want?",
		"":                                                  "",
	} {
		if got := title.Question(answer); got != want {
			t.Errorf("Question(%q) = %q, want %q", answer, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, o := range openings {
		f.Add(o.prompt)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := title.Of(text)
		if strings.ContainsAny(got, "\n\x1b") || !utf8.ValidString(got) || utf8.RuneCountInString(got) > title.Runes {
			t.Errorf("Of(%q) = %q", text, got)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		for _, o := range openings {
			title.Of(o.prompt)
		}
	}
}

func TestAnnounces(t *testing.T) {
	for text, want := range map[string]bool{
		"Now the footer.":                      true,
		"Perfect! Now the footer:":             true,
		"I’ll run the tests again.":            true,
		"Let me check the tide table":          true,
		"The footer is done. Now it is blue.":  false,
		"Nowhere is the tide table read twice": false,
		"":                                     false,
	} {
		if got := title.Announces(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
