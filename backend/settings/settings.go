// Package settings stores the user's preferences and the state of the window.
//
// A [Store] holds the settings in memory and in one JSON file. Reading is tolerant: a field
// of the wrong type or out of range gets its default and costs no other field; a file that
// is not a JSON object is set aside, not deleted. Writing is atomic (temporary file, fsync,
// rename) and preserves unknown keys: those of a newer Dendro, or of the user.
package settings

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Version is the version of the file that this program writes.
const Version = 1

// Settings are the preferences and the state of the window. The file and the window use the
// same JSON names. Lists are never nil.
type Settings struct {
	// Theme is system, light or dark.
	Theme string `json:"theme"`
	// Language is a language of the window's message catalogue (en, de, ja, zh); empty
	// for the system's.
	Language string `json:"language"`
	// Density is comfortable or compact, TreeDensity additionally dense.
	Density     string `json:"density"`
	TreeDensity string `json:"treeDensity"`
	// Diff is unified or split: changes in one column or in two.
	Diff string `json:"diff"`
	// Terminal is the id of the terminal to resume in; empty for the system default.
	Terminal string `json:"terminal"`
	// CustomTerminal is the user's own terminal command, one element per argument.
	CustomTerminal []string `json:"customTerminal"`
	// Client is the user's own claude, by name or path; empty to search for it. ClientFlags
	// are options for every launch, one element per argument.
	Client      string   `json:"client"`
	ClientFlags []string `json:"clientFlags"`
	// PathMap maps directories of other machines to local ones.
	PathMap   []Mapping `json:"pathMap"`
	Panes     Panes     `json:"panes"`
	Window    Window    `json:"window"`
	LastChat  string    `json:"lastChat"`
	LastPlace string    `json:"lastPlace"`
	// Timeline is the state of the timeline, in the window's own format.
	Timeline string `json:"timeline"`
	// Table is the columns and order of the table of chats, in the window's own format.
	Table string `json:"table"`
	// SearchSort is the order of search results: relevance or time.
	SearchSort string `json:"searchSort"`
	// ChatGroups is the grouping of the chat list: project, day or none. ChatSort is the
	// order within: activity, size or turns.
	ChatGroups string `json:"chatGroups"`
	ChatSort   string `json:"chatSort"`
	// HiddenChats are ids of chats, and paths of projects after "project:", that the list
	// leaves out.
	HiddenChats []string `json:"hiddenChats"`
	// SavedSearches are saved by the user, RecentSearches are the last ones, the newest
	// last.
	SavedSearches  []string `json:"savedSearches"`
	RecentSearches []string `json:"recentSearches"`
	ShowThinking   bool     `json:"showThinking"`
	// ShowInternal shows the agents that Claude Code starts internally.
	ShowInternal bool `json:"showInternal"`
	// Wrap wraps long lines of code and output.
	Wrap bool `json:"wrap"`
	// TextSize is the zoom of the window, in percent.
	TextSize int `json:"textSize"`
	// LetterKeys enables shortcuts of single letters and signs.
	LetterKeys bool `json:"letterKeys"`
	// Keys are the customized shortcuts: a command's id, a space and its key; without a key
	// it has no shortcut.
	Keys []string `json:"keys"`
	// Outline lists the prompts of the open branch below the tree.
	Outline bool `json:"outline"`
	// Notify shows a desktop notification when a session becomes idle after work.
	Notify bool `json:"notify"`
	// Keep is which sessions are archived: all or those of starred chats before Claude Code
	// deletes them, all at their end, none, or empty as long as the user was not asked.
	Keep string `json:"keep"`
	// Roots are further Claude config directories to show, and how the default ones are shown.
	Roots []Root `json:"roots"`
	// KeepLimit is the largest size of the archive in GB; 0 for no limit.
	KeepLimit int `json:"keepLimit"`
	// KeepAway shows archived sessions of Claude config directories that are not there.
	KeepAway bool `json:"keepAway"`
}

// Root is a Claude config directory with what the user set for it.
type Root struct {
	Path   string `json:"path"`
	Name   string `json:"name"`   // "" for its path
	Color  string `json:"color"`  // one of RootColors
	Hidden bool   `json:"hidden"` // it is not read
	// Added is set if the user added it. The others are found by themselves, and have an entry
	// only if it says anything.
	Added bool `json:"added"`
}

// RootColors are the colours of roots; "" for no colour.
func RootColors() []string { return []string{"", "blue", "orange", "violet", "green", "red"} }

// Mapping is a path prefix of another machine, and its local replacement.
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

// Window is the placement of the window. A width or height of 0 means that it was never
// saved.
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

// Limits of stored values, wide enough to reject only nonsense.
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
	maxSaved     = 200
	maxRecent    = 30
	maxKeepLimit = 100_000
	maxRoots     = 100
	maxHidden    = 2000
)

// Defaults returns the settings of a first start: the first of every choice, empty lists,
// and the values below.
func Defaults() Settings {
	return Settings{
		Panes:      Panes{Sidebar: 284, Tree: 396},
		Wrap:       true,
		TextSize:   100,
		LetterKeys: true,
		Outline:    true,
	}.Normalise()
}

// Normalise returns the settings with every value in its range: an unknown choice becomes
// the default one, numbers are clamped, lists have no duplicates and are not nil. The copy
// shares no list with s.
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
	s.Table = text(s.Table, maxText)
	s.TextSize = clamp(s.TextSize, minTextSize, maxTextSize)
	s.Keep = oneOf(s.Keep, "", "all", "starred", "ended", "none")
	s.Roots = roots(s.Roots)
	s.KeepLimit = clamp(s.KeepLimit, 0, maxKeepLimit)
	s.Keys = ids(s.Keys, maxKeys, maxID)
	s.HiddenChats = ids(s.HiddenChats, maxHidden, maxText)
	s.SavedSearches = ids(s.SavedSearches, maxSaved, maxText)
	s.RecentSearches = ids(s.RecentSearches, maxRecent, maxText)
	return s
}

func (w Window) normalise() Window {
	if w.Width <= 0 || w.Height <= 0 {
		// Without a size the position is meaningless too.
		return Window{Maximised: w.Maximised}
	}
	w.Width = clamp(w.Width, MinWidth, maxExtent)
	w.Height = clamp(w.Height, MinHeight, maxExtent)
	w.X = clamp(w.X, -maxOffset, maxOffset)
	w.Y = clamp(w.Y, -maxOffset, maxOffset)
	return w
}

// oneOf returns the value if it is allowed, else the first allowed one.
func oneOf(value string, allowed ...string) string {
	if slices.Contains(allowed, value) {
		return value
	}
	return allowed[0]
}

func clamp(n, low, high int) int {
	return max(low, min(n, high))
}

// text returns the string if it is one printable line of acceptable length, else "".
func text(s string, limit int) string {
	if len(s) > limit || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	return s
}

// arguments returns the whole list or nothing: a command without some of its arguments is
// another command.
func arguments(args []string) []string {
	unusable := func(arg string) bool {
		return len(arg) > maxText || !utf8.ValidString(arg) || strings.ContainsRune(arg, 0)
	}
	if len(args) > maxArguments || slices.ContainsFunc(args, unusable) {
		return []string{}
	}
	return append([]string{}, args...)
}

// roots returns the roots with an absolute path, each once, and only those that say anything.
func roots(list []Root) []Root {
	kept := []Root{}
	for _, r := range list {
		r.Path, r.Name = text(r.Path, maxText), text(strings.TrimSpace(r.Name), maxID)
		r.Color = oneOf(r.Color, RootColors()...)
		known := slices.ContainsFunc(kept, func(k Root) bool { return k.Path == r.Path })
		if filepath.IsAbs(r.Path) && !known && r != (Root{Path: r.Path}) && len(kept) < maxRoots {
			kept = append(kept, r)
		}
	}
	return kept
}

// mappings returns the mappings with content.
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

// ids returns the valid ids of a list in order, without duplicates, none longer than length
// bytes. If there are more than most, the first ones are dropped.
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
