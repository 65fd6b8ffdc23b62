package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"testing"
)

func TestVersionIsTheOneInWailsJSON(t *testing.T) {
	data, err := os.ReadFile("wails.json")
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Info struct{ ProductVersion string }
	}
	if err := json.Unmarshal(data, &config); err != nil {
		t.Fatal(err)
	}
	if config.Info.ProductVersion != version {
		t.Errorf("wails.json says %s, main_run.go %s", config.Info.ProductVersion, version)
	}
}

func TestDemoIsAClaudeDirectory(t *testing.T) {
	transcripts, err := fs.Glob(demo(), "projects/*/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(transcripts) == 0 {
		t.Error("the embedded demo history holds no transcript")
	}
}

func TestArguments(t *testing.T) {
	clicked := []string{"%1", "-Embedding"}
	if got := arguments(clicked, "windows"); len(got) > 0 {
		t.Errorf("a clicked notification asks for %q", got)
	}
	if got := arguments(clicked, "linux"); len(got) != 2 {
		t.Errorf("another system's command line becomes %q", got)
	}
	if got := arguments([]string{"search", "embedding"}, "windows"); len(got) != 2 {
		t.Errorf("a person's command line becomes %q", got)
	}
}
