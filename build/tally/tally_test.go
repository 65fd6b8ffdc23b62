package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadEvents(t *testing.T) {
	in := strings.Join([]string{
		`{"Action":"start","Package":"p"}`,
		`{"Action":"output","Package":"p","Test":"TestA","Output":"quiet\n"}`,
		`{"Action":"pass","Package":"p","Test":"TestA/part","Elapsed":12.4}`,
		`{"Action":"pass","Package":"p","Test":"TestA","Elapsed":12.5}`,
		`{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: wrong\n"}`,
		`{"Action":"pause","Package":"p","Test":"TestB"}`,
		`{"Action":"cont","Package":"p","Test":"TestB"}`,
		`{"Action":"fail","Package":"p","Test":"TestB"}`,
		`{"Action":"skip","Package":"p","Test":"TestC"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\tp\t0.1s\n"}`,
		`{"Action":"fail","Package":"p"}`,
		`{"Action":"build-output","ImportPath":"q","Output":"q.go:1: no such thing\n"}`,
		`{"Action":"fail","Package":"q"}`,
		`{"Action":"output","Package":"r","Output":"ok  \tr\t0.2s\n"}`,
		`{"Action":"pass","Package":"r"}`,
		`go: a word of the go command`,
	}, "\n")
	var out strings.Builder
	got, err := readEvents(strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(counts{
		Passed: 2, Failed: 2, Skipped: 1,
		Notable: []string{"failed: p TestB: b_test.go:3: wrong", "failed: q"},
		Slowest: []timing{{Test: "p TestA", Seconds: 12.5}},
	}, got); diff != "" {
		t.Error(diff)
	}
	want := "    b_test.go:3: wrong\nFAIL\tp\t0.1s\nq.go:1: no such thing\nok  \tr\t0.2s\ngo: a word of the go command"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestReadEventsShowsRunningTestsOfAFailedPackage(t *testing.T) {
	in := strings.Join([]string{
		`{"Action":"output","Package":"p","Test":"TestSlow","Output":"=== RUN   TestSlow\n"}`,
		`{"Action":"output","Package":"p","Test":"TestSlow","Output":"panic: test timed out\n"}`,
		`{"Action":"output","Package":"q","Test":"TestOther","Output":"of another package\n"}`,
		`{"Action":"output","Package":"p","Output":"FAIL\tp\t360s\n"}`,
		`{"Action":"fail","Package":"p"}`,
	}, "\n")
	var out strings.Builder
	got, err := readEvents(strings.NewReader(in), &out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(counts{Failed: 1, Notable: []string{"failed: p: TestSlow"}}, got); diff != "" {
		t.Error(diff)
	}
	want := "FAIL\tp\t360s\n--- without a verdict: TestSlow\n=== RUN   TestSlow\npanic: test timed out\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSumAddsUpEveryRunner(t *testing.T) {
	dir := t.TempDir()
	for name, report := range map[string]string{
		"unit.go.json":       `{"passed":10,"failed":1,"skipped":2,"notable":["failed: p TestB"],"slowest":[{"test":"p TestA","seconds":12.5}]}`,
		"lint.stage.json":    `{"stages":[{"test":"lint","seconds":91.4,"processor":150.2}]}`,
		"test-go.stage.json": `{"stages":[{"test":"test-go","seconds":140}]}`,
		"vitest.json": `{"numPassedTests":5,"numFailedTests":1,"numPendingTests":1,"numTodoTests":0,"testResults":[
			{"assertionResults":[{"fullName":"adds","status":"failed","failureMessages":["1 is\n  not 2"]},
			{"fullName":"takes","status":"passed","duration":2500,"failureMessages":[]}]}]}`,
		"playwright.json": `{"stats":{"expected":3,"unexpected":1,"flaky":1,"skipped":0},"suites":[{"suites":[
			{"specs":[{"title":"opens","file":"a.spec.ts","tests":[{"status":"unexpected","results":[
				{"error":{"message":"\u001b[31mnot\u001b[39m there"}},{"error":{"message":"again"}}]}]}]}],
			"specs":[{"title":"closes","file":"b.spec.ts","tests":[{"status":"flaky","results":[
				{"duration":61000,"error":{"message":"late"}},{"duration":900}]}]},
			{"title":"stays","file":"b.spec.ts","tests":[{"status":"expected","results":[{}]}]}]}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(report), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := sum(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"   140 s  make test-go (0 s of processor time)",
		"    91 s  make lint (150 s of processor time)",
		"  61.0 s  b.spec.ts closes",
		"  12.5 s  p TestA",
		"   2.5 s  takes",
		"passed when tried again: b.spec.ts closes: late",
		"failed: a.spec.ts opens: not there",
		"failed: p TestB",
		"failed: adds: 1 is not 2",
		"19 passed, 3 failed, 3 skipped",
	}, "\n")
	if got.String() != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSumRejectsUnreadableReports(t *testing.T) {
	for name, report := range map[string]string{"other.json": `{}`, "vitest.json": `{`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(report), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := sum(dir); err == nil {
			t.Errorf("%s: got %v, want an error", name, got)
		}
	}
}

func TestStageKeepsDurationAndStatus(t *testing.T) {
	t.Chdir(t.TempDir())
	status, err := runStage("part", []string{"sh", "-c", "exit 3"})
	if status != 3 || err != nil {
		t.Errorf("got status %d and error %v, want 3 and none", status, err)
	}
	got, err := sum(filepath.Join(".cache", "tally"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Stages) != 1 || got.Stages[0].Test != "part" {
		t.Errorf("got the stages %v, want one", got.Stages)
	}
	if _, err := runStage("absent", []string{"./absent"}); err == nil {
		t.Error("a command that does not exist: got no error")
	}
}
