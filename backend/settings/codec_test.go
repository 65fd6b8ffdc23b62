package settings

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/message"
)

func TestDecode(t *testing.T) {
	tests := []struct {
		name, text string
		want       func(*Settings)
		problems   []string
	}{
		{"empty object", `{}`, func(*Settings) {}, nil},
		{"with a byte order mark", "\xef\xbb\xbf{\"theme\":\"dark\"}", func(s *Settings) { s.Theme = "dark" }, nil},
		{
			"all", `{"version":1,"theme":"light","language":"de","density":"compact","treeDensity":"dense","terminal":"kitty",
			"customTerminal":["a","{argv...}"],"client":"/opt/claude","clientFlags":["--verbose"],
			"pathMap":[{"from":"/Users/ann","to":"/home/ann"},{"from":"","to":"/x"}],"panes":{"sidebar":1,"tree":2,"inspector":3},
			"window":{"width":900,"height":700,"x":-3,"y":4,"maximised":true},"lastChat":"c","lastPlace":"s","timeline":"all","table":"-end title end","searchSort":"time","chatGroups":"day","chatSort":"turns","hiddenChats":["c","project:/w","c"],
			"showThinking":true,"showInternal":true,"wrap":false,"outline":false,"notify":true,"diff":"split",
			"letterKeys":true,"textSize":120,"keys":["palette $mod+j"],"savedSearches":["a b"],"recentSearches":["x","\"y z\""],
	"roots":[{"path":"/mnt/a","name":"A","color":"blue","hidden":true,"added":true}]}`,
			func(s *Settings) {
				*s = Settings{
					Theme: "light", Language: "de", Density: "compact", TreeDensity: "dense", Terminal: "kitty",
					CustomTerminal: []string{"a", "{argv...}"}, Panes: Panes{1, 2, 3},
					Client: "/opt/claude", ClientFlags: []string{"--verbose"}, PathMap: []Mapping{{"/Users/ann", "/home/ann"}},
					Window: Window{900, 700, -3, 4, true}, LastChat: "c", LastPlace: "s", Timeline: "all", Table: "-end title end", SearchSort: "time", ChatGroups: "day", ChatSort: "turns", HiddenChats: []string{"c", "project:/w"},
					ShowThinking: true, ShowInternal: true, Notify: true, Diff: "split",
					LetterKeys: true, TextSize: 120, Keys: []string{"palette $mod+j"}, SavedSearches: []string{"a b"}, RecentSearches: []string{"x", `"y z"`},
					Roots: []Root{{"/mnt/a", "A", "blue", true, true}},
				}
			}, nil,
		},
		{
			"wrong types cost only themselves", `{"theme":5,"density":"compact","savedSearches":["a",7],"panes":{"tree":"wide","sidebar":300},
			"window":[],"wrap":"no","showThinking":true}`,
			func(s *Settings) { s.Density, s.Panes.Sidebar, s.ShowThinking = "compact", 300, true },
			[]string{"panes.tree: wrong type", "savedSearches: wrong type", "theme: wrong type", "window: not a JSON object", "wrap: wrong type"},
		},
		{"null is not given", `{"theme":null,"panes":null,"savedSearches":null,"wrap":null}`, func(*Settings) {}, nil},
		{
			"fractions", `{"panes":{"sidebar":284.6,"tree":1e300,"inspector":-0.2}}`,
			func(s *Settings) { s.Panes = Panes{285, maxPane, 0} }, nil,
		},
		{"unknown keys", `{"later":{"a":1}}`, func(*Settings) {}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := Defaults()
			tt.want(&want)
			got, _, problems, err := decode([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.problems, texts(problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeDamaged(t *testing.T) {
	for _, text := range []string{"", "{", "null", "[]", `"x"`, "\x00\x00\x00", `{"a":1}{"b":2}`, `{"theme":"dark",}`} {
		if _, _, _, err := decode([]byte(text)); err == nil {
			t.Errorf("decode(%q) found nothing wrong", text)
		}
	}
}

func TestEncodePreservesUnknownFields(t *testing.T) {
	const text = `{"version":9,"later":{"deep":[1,2]},"panes":{"sidebar":100,"minimap":50},"theme":"sepia","window":"?"}`
	s, raw, _, err := decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s.Panes.Sidebar = 200
	data, err := encode(s, raw)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"version":        9.0,
		"later":          map[string]any{"deep": []any{1.0, 2.0}},
		"panes":          map[string]any{"sidebar": 200.0, "tree": 396.0, "inspector": 0.0, "minimap": 50.0},
		"window":         map[string]any{"width": 0.0, "height": 0.0, "x": 0.0, "y": 0.0, "maximised": false},
		"theme":          "system",
		"density":        "comfortable",
		"treeDensity":    "comfortable",
		"searchSort":     "relevance",
		"chatGroups":     "project",
		"chatSort":       "activity",
		"hiddenChats":    []any{},
		"terminal":       "",
		"customTerminal": []any{},
		"client":         "",
		"clientFlags":    []any{},
		"pathMap":        []any{},
		"lastChat":       "",
		"lastPlace":      "",
		"timeline":       "",
		"table":          "",
		"diff":           "unified",
		"savedSearches":  []any{},
		"recentSearches": []any{},
		"showThinking":   false,
		"showInternal":   false,
		"wrap":           true,
		"textSize":       100.0,
		"letterKeys":     true,
		"keys":           []any{},
		"language":       "",
		"outline":        true,
		"notify":         false,
		"keep":           "",
		"keepLimit":      0.0,
		"keepAway":       false,
		"roots":          []any{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzDecode: any text is either rejected or survives a round trip.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{}`, `{"theme":"dark","x":{"y":[null]}}`, `{"panes":{"tree":1e9}}`, `{"savedSearches":["a","a"]}`, `null`, `{"version":"x"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, raw, _, err := decode(data)
		if err != nil {
			return
		}
		out, err := encode(s, raw)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, rawAgain, problems, err := decode(out)
		if err != nil || len(problems) > 0 {
			t.Fatalf("what was written cannot be read: %v, %v", err, problems)
		}
		if diff := cmp.Diff(s, again); diff != "" {
			t.Fatalf("changed by a round:\n%s", diff)
		}
		for key := range raw {
			if _, ok := rawAgain[key]; !ok {
				t.Fatalf("key %q was lost", key)
			}
		}
	})
}

func texts(messages []message.Message) (list []string) {
	for _, m := range messages {
		list = append(list, m.String())
	}
	return list
}
