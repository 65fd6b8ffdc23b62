package turns

import (
	"slices"
	"strings"
	"testing"
)

func texts(s string) (list []string) {
	Split([]byte(s), func(w Word) { list = append(list, w.Text) })
	return list
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		"Fixed the flaky reload test.":      "fixed the flaky reload test",
		"camelCase HTTPServer parseJSONdoc": "camelcase camel case httpserver http server parsejsondoc parse jso ndoc",
		"snake_case __init__":               "snakecase snake case init",
		"phase12 e2e v2":                    "phase12 phase 12 e2e v2",
		"src/lib/cerulean.md":               "src lib ceruleanmd cerulean md",
		"prepare_commit_msg_test.go":        "preparecommitmsgtestgo preparecommitmsgtest prepare commit msg test go",
		"ENT-207: wrong":                    "ent207 ent 207 wrong",
		"a, b. (c)":                         "",
		"end. Next":                         "end next",
		"Café ÉCOLE naïve Straße Ångström":  "cafe ecole naive strasse angstrom",
		"cafe\u0301":                        "cafe",
		"登录页面":                              "登录 录页 页面",
		"修正bug吧":                            "修正 bug 吧",
		"テスト test":                          "テス スト test",
		"0123456789012345":                  "",
		"\xff\xfeword":                      "word",
		strings.Repeat("A9", 200):           "",
	} {
		if got := strings.Join(texts(text), " "); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

// TestNamesHaveOneForm checks that a name is the same word in every spelling.
func TestNamesHaveOneForm(t *testing.T) {
	key := func(s string) (keys []Key) {
		Split([]byte(s), func(w Word) { keys = append(keys, w.Key) })
		slices.Sort(keys)
		return slices.Compact(keys)
	}
	want := key("loadSettings")
	for _, s := range []string{"load_settings", "LoadSettings", "load-settings", "LOAD_SETTINGS", "loading_setting"} {
		if got := key(s); !slices.Equal(got[:0], want[:0]) || !sharesAll(got, want, s == "loading_setting") {
			t.Errorf("%s: %v, want %v", s, got, want)
		}
	}
}

// sharesAll reports whether two lists of keys are equal or, for a name with other forms of
// the same words, share the keys of the parts.
func sharesAll(a, b []Key, parts bool) bool {
	if !parts {
		return slices.Equal(a, b)
	}
	n := 0
	for _, k := range a {
		if slices.Contains(b, k) {
			n++
		}
	}
	return n >= 2
}

func TestStems(t *testing.T) {
	for _, forms := range []string{"test tests tested testing", "retry retries retried", "file files", "cache caches cached", "commit commits"} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			if Stem(w) != Stem(words[0]) {
				t.Errorf("%s and %s have different stems: %s, %s", w, words[0], Stem(w), Stem(words[0]))
			}
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte("parseJSON_v2.go 登录 café"))
	f.Fuzz(func(t *testing.T, text []byte) {
		n := 0
		Split(text, func(w Word) {
			if n++; w.Text == "" || w.Key != keyOf(Stem(w.Text)) && !ideographs([]byte(w.Text)) {
				t.Errorf("%q has the word %+v", text, w)
			}
		})
		if n > 4*len(text)+1 {
			t.Errorf("%q has %d words", text, n)
		}
	})
}
