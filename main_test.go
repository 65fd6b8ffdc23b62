package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"dendro/backend/version"
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
	if config.Info.ProductVersion != version.Number {
		t.Errorf("wails.json says %s, backend/version %s", config.Info.ProductVersion, version.Number)
	}
}

// TestTheDesktopKnowsTheLinks: each system has its own way to register the scheme.
func TestTheDesktopKnowsTheLinks(t *testing.T) {
	for file, want := range map[string]string{
		"wails.json":                 `"scheme": "dendro"`, // for the installer of Windows, and for Info.plist
		"build/darwin/Info.plist":    "CFBundleURLSchemes",
		"build/linux/dendro.desktop": "MimeType=x-scheme-handler/dendro;",
	} {
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %s (%v)", file, want, err)
		}
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
