package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// Labels identify prompts, so each is in one step of a scenario; and scenario names are
// unique.
func TestScenariosNameEverythingOnce(t *testing.T) {
	names := map[string]bool{}
	for _, s := range scenarios() {
		if names[s.name] {
			t.Errorf("two scenarios are called %s", s.name)
		}
		names[s.name] = true
		asked := map[string]bool{}
		for _, step := range s.steps {
			if regexp.MustCompile(`^(agents|ended in background|late parent|summarize|chosen)\b`).MatchString(step.words) {
				continue // these refer to an earlier prompt
			}
			words := regexp.MustCompile(`^(back to before Q\d|(continue|instead of) .*→)`).ReplaceAllString(step.words, "")
			for _, label := range regexp.MustCompile(`\bQ\d`).FindAllString(words, -1) {
				if asked[label] {
					t.Errorf("%s asks %s twice", s.name, label)
				}
				asked[label] = true
			}
		}
		if len(asked) == 0 {
			t.Errorf("%s asks nothing", s.name)
		}
	}
}

func TestChoose(t *testing.T) {
	got, err := choose(scenarios(), []string{"clear", "compact"})
	if err != nil || len(got) != 2 {
		t.Error(got, err)
	}
	if _, err := choose(scenarios(), []string{"nothing"}); err == nil {
		t.Error("a scenario that is not there was chosen")
	}
}

func TestArguments(t *testing.T) {
	o, err := parse([]string{"-dendro", "bin", "-versions", "1.0.54, 2.1.330 2.0.77", "-only", ""})
	if err != nil || len(o.versions) != 3 || len(o.only) != 0 {
		t.Error(o, err)
	}
	if _, err := parse([]string{"-dendro", "bin"}); err == nil {
		t.Error("no version, and nothing is said")
	}
}

func TestSkippedWithoutPrograms(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	code, err := run(t.Context(), []string{"-dendro", "bin", "-versions", "1.0.54", "-work", t.TempDir()}, &out, &out)
	if code != 0 || err != nil || !strings.HasPrefix(out.String(), "skipped: ") {
		t.Error(code, err, out.String())
	}
}
