// Package settings keeps what a person has set and how they left the window.
//
// A [Store] holds the settings in memory and in one JSON file. Reading is tolerant: a
// field of the wrong type or out of range becomes its default and costs no other field;
// a file that is no JSON object at all is set aside, not thrown away. Writing is atomic
// (temporary file, fsync, rename) and keeps what this version does not know: keys of a
// newer Dendro, or of a person's own, survive.
package settings

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Version is the version of the file that this program writes.
const Version = 1

// Settings are the preferences and the state of the window. The JSON names are those of
// the file and of the window alike. Lists are never nil.
type Settings struct {
	// Theme is system, light or dark.
	Theme string `json:"theme"`
	// Language is a language of the window's message catalogue (en, de, ja, zh); empty
	// for the system's.
	Language string `json:"language"`
	// Density is comfortable or compact, TreeDensity these or dense.
	Density     string `json:"density"`
	TreeDensity string `json:"treeDensity"`
	// Diff is unified or split: changes in one column or in two.
	Diff string `json:"diff"`
	// Terminal is the id of the terminal to resume in; empty for the system's own choice.
	Terminal string `json:"terminal"`
	// CustomTerminal is the person's own command for it, one element an argument.
	CustomTerminal []string `json:"customTerminal"`
	// Client is the person's own claude, by name or path; empty for the one that is
	// found. ClientFlags are options that it is always given, one element an argument.
	Client      string   `json:"client"`
	ClientFlags []string `json:"clientFlags"`
	// PathMap says where directories of other machines lie here.
	PathMap   []Mapping `json:"pathMap"`
	Panes     Panes     `json:"panes"`
	Window    Window    `json:"window"`
	LastChat  string    `json:"lastChat"`
	LastPlace string    `json:"lastPlace"`
	// Timeline is how the timeline was left, as the window says it.
	Timeline string `json:"timeline"`
	// Starred are the ids of chats.
	Starred []string `json:"starred"`
	// SearchSort is the order of what a search found: relevance or time.
	SearchSort string `json:"searchSort"`
	// ChatGroups are what the list of chats is grouped by: project, day or none, and
	// ChatSort the order within: activity, size or turns.
	ChatGroups string `json:"chatGroups"`
	ChatSort   string `json:"chatSort"`
	// SavedSearches are searches that were kept, RecentSearches the last ones,
	// the newest last.
	SavedSearches  []string `json:"savedSearches"`
	RecentSearches []string `json:"recentSearches"`
	ShowThinking   bool     `json:"showThinking"`
	// ShowInternal shows the agents that Claude Code starts for itself.
	ShowInternal bool `json:"showInternal"`
	// Wrap breaks long lines of code and output.
	Wrap bool `json:"wrap"`
	// TextSize is how large the texts of a thread are, in percent.
	TextSize int `json:"textSize"`
	// LetterKeys lets single letters and signs be commands.
	LetterKeys bool `json:"letterKeys"`
	// Keys are those that were changed: the id of a command and its key, with a
	// space between; no key after it is none.
	Keys []string `json:"keys"`
	// Outline lists the prompts of the open branch below the tree.
	Outline bool `json:"outline"`
	// Notify tells on the desktop when a session falls silent after work.
	Notify bool `json:"notify"`
}

// Mapping is the beginning of a path on another machine, and what it is on this one.
type Mapping struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Panes are widths in CSS pixels; 0 is a closed pane.
type Panes struct {
	Sidebar   int `json:"sidebar"`
	Tree      int `json:"tree"`
	Inspector int `json:"inspector"`
}

// Window is where the window was. A width or height of 0 means that it was never saved.
type Window struct {
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	X         int  `json:"x"`
	Y         int  `json:"y"`
	Maximised bool `json:"maximised"`
}

// The least size of the window.
const (
	MinWidth  = 720
	MinHeight = 480
)

// Limits of what is kept. They are wide: they only hold off nonsense.
const (
	maxPane      = 4000
	maxExtent    = 16384
	maxOffset    = 32767
	maxID        = 256
	maxKeys      = 200
	minTextSize  = 70
	maxTextSize  = 200
	maxText      = 4096
	maxArguments = 64
	maxMappings  = 100
	maxStarred   = 10000
	maxSaved     = 200
	maxRecent    = 30
)

// Defaults are the settings of a first start: the first of every choice, empty lists, and
// what is said here.
func Defaults() Settings {
	return Settings{
		Panes:      Panes{Sidebar: 284, Tree: 396},
		Wrap:       true,
		TextSize:   100,
		LetterKeys: true,
		Outline:    true,
	}.Normalise()
}

// Normalise returns the settings with every value in its range: an unknown choice is the
// default one, numbers are clamped, lists are without repeats and not nil. It is a copy
// that shares no list with s.
func (s Settings) Normalise() Settings {
	s.Theme = oneOf(s.Theme, "system", "light", "dark")
	s.Language = oneOf(s.Language, "", "en", "de", "ja", "zh")
	s.Density = oneOf(s.Density, "comfortable", "compact")
	s.SearchSort = oneOf(s.SearchSort, "relevance", "time")
	s.ChatGroups = oneOf(s.ChatGroups, "project", "day", "none")
	s.ChatSort = oneOf(s.ChatSort, "activity", "size", "turns")
	s.TreeDensity = oneOf(s.TreeDensity, "comfortable", "compact", "dense")
	s.Diff = oneOf(s.Diff, "unified", "split")
	s.Terminal = text(strings.TrimSpace(s.Terminal), maxText)
	s.CustomTerminal = arguments(s.CustomTerminal)
	s.Client = text(strings.TrimSpace(s.Client), maxText)
	s.ClientFlags = arguments(s.ClientFlags)
	s.PathMap = mappings(s.PathMap)
	s.Panes.Sidebar = clamp(s.Panes.Sidebar, 0, maxPane)
	s.Panes.Tree = clamp(s.Panes.Tree, 0, maxPane)
	s.Panes.Inspector = clamp(s.Panes.Inspector, 0, maxPane)
	s.Window = s.Window.normalise()
	s.LastChat = text(s.LastChat, maxID)
	s.LastPlace = text(s.LastPlace, maxText)
	s.Timeline = text(s.Timeline, maxID)
	s.Starred = ids(s.Starred, maxStarred, maxID)
	s.TextSize = clamp(s.TextSize, minTextSize, maxTextSize)
	s.Keys = ids(s.Keys, maxKeys, maxID)
	s.SavedSearches = ids(s.SavedSearches, maxSaved, maxText)
	s.RecentSearches = ids(s.RecentSearches, maxRecent, maxText)
	return s
}

func (w Window) normalise() Window {
	if w.Width <= 0 || w.Height <= 0 {
		// Without a size the place says nothing either.
		return Window{Maximised: w.Maximised}
	}
	w.Width = clamp(w.Width, MinWidth, maxExtent)
	w.Height = clamp(w.Height, MinHeight, maxExtent)
	w.X = clamp(w.X, -maxOffset, maxOffset)
	w.Y = clamp(w.Y, -maxOffset, maxOffset)
	return w
}

// oneOf is the value where it is allowed, else the first that is.
func oneOf(value string, allowed ...string) string {
	if slices.Contains(allowed, value) {
		return value
	}
	return allowed[0]
}

func clamp(n, low, high int) int {
	return max(low, min(n, high))
}

// text is the string if it is one printable line of bearable length, else nothing.
func text(s string, limit int) string {
	if len(s) > limit || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	return s
}

// arguments is the whole list or none of it: a command with a part missing is another
// command.
func arguments(args []string) []string {
	unusable := func(arg string) bool {
		return len(arg) > maxText || !utf8.ValidString(arg) || strings.ContainsRune(arg, 0)
	}
	if len(args) > maxArguments || slices.ContainsFunc(args, unusable) {
		return []string{}
	}
	return append([]string{}, args...)
}

// mappings are those that say something.
func mappings(list []Mapping) []Mapping {
	kept := []Mapping{}
	for _, m := range list {
		m.From, m.To = text(strings.TrimSpace(m.From), maxText), text(strings.TrimSpace(m.To), maxText)
		if m.From != "" && m.To != "" && len(kept) < maxMappings {
			kept = append(kept, m)
		}
	}
	return kept
}

// ids are the usable ones of a list in their order, each once, none longer than
// length bytes; the first go where there are more than most.
func ids(list []string, most, length int) []string {
	seen := make(map[string]bool, len(list))
	kept := []string{}
	for _, id := range list {
		if id = text(id, length); id != "" && !seen[id] {
			seen[id] = true
			kept = append(kept, id)
		}
	}
	return kept[max(0, len(kept)-most):]
}
