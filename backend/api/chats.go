package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/library"
)

// chatsWire is GET /api/chats: the sidebar.
type chatsWire struct {
	Seq uint64 `json:"seq"`
	// Version is the version to request changes with.
	Version uint64     `json:"version"`
	Chats   []chatItem `json:"chats"`
	// More is set if these are only the first chats.
	More *moreChats `json:"more,omitempty"`
}

// moreChats describes the whole list if an answer holds only its first chats: GET
// /api/chats?first=N. They are those that a sidebar shows first, project by project. Their
// version is 0, which never matches.
type moreChats struct {
	Chats    int            `json:"chats"`    // number of chats
	Projects map[string]int `json:"projects"` // number of chats of every project in the answer
}

// chatChangesWire is GET /api/chats?since=VERSION if that is the version of the last
// answer: the changes that turn its list into the current one. For any other version the
// answer is the whole list.
type chatChangesWire struct {
	Seq     uint64        `json:"seq"`
	Version uint64        `json:"version"`
	Total   int           `json:"total"`
	Changed []changedChat `json:"changed"` // in the order of the list, including new ones
	Removed []string      `json:"removed"`
}

// changedChat is a chat with its position in the current list. The others fill the
// remaining positions in their previous order.
type changedChat struct {
	At   int      `json:"at"`
	Chat chatItem `json:"chat"`
}

type chatItem struct {
	ID             string `json:"id"`
	Title          string `json:"title"`
	TitleFrom      string `json:"titleFrom"`
	Titled         string `json:"titled"` // the title, if Title is a name that the person gave
	Project        string `json:"project"`
	ProjectName    string `json:"projectName"`
	ProjectDisplay string `json:"projectDisplay"`
	// Worktree is set if the project is a worktree of a repository.
	Worktree      worktree `json:"worktree,omitzero"`
	Start         string   `json:"start"`
	End           string   `json:"end"`
	Sessions      int      `json:"sessions"`
	Branches      int      `json:"branches"`
	Turns         int      `json:"turns"`
	Agents        int      `json:"agents"`
	Live          bool     `json:"live"`
	ExpiresInDays *int     `json:"expiresInDays"`
	Archived      bool     `json:"archived"` // its newest leaf is only in the archive
	NewestLeaf    string   `json:"newestLeaf"`
	GitBranch     string   `json:"gitBranch"`
	// State is whose turn it is in the session with the newest record, and Outcome the
	// sentence that sums up the result.
	State     string `json:"state"`
	Outcome   string `json:"outcome"`
	Partial   bool   `json:"partial"`
	Malformed int    `json:"malformed"`
	Bytes     int64  `json:"bytes"`
	// Starred, Tags and Note are the person's.
	// Root is its Claude config directory, "" for the first one.
	Root    string `json:"root,omitempty"`
	Starred bool   `json:"starred"`
	Tags    words  `json:"tags"`
	Note    string `json:"note"`
}

// words is a list of words that can be compared. It is sent as an array.
type words string

func wordsOf(list []string) words { return words(strings.Join(list, " ")) }

// MarshalJSON implements [json.Marshaler].
func (w words) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]string{}, strings.Fields(string(w))...))
}

func (h *handler) chats(r *http.Request) (any, error) {
	if text := r.URL.Query().Get("first"); text != "" {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return nil, badParameter("first")
		}
		return h.firstChats(int(n)), nil
	}
	var since uint64
	if text := r.URL.Query().Get("since"); text != "" {
		var err error
		if since, err = strconv.ParseUint(text, 10, 64); err != nil {
			return nil, badParameter("since")
		}
	}
	l := h.listing
	l.mu.Lock() // lists must be registered in the order in which they were made
	defer l.mu.Unlock()
	seq := h.lib.Catalog.Seq() // before reading: later changes will be requested again
	view := h.lib.Lister.View()
	look := l.begin(since)
	whole := chatsWire{Seq: seq, Chats: []chatItem{}}
	changes := chatChangesWire{Seq: seq, Total: view.Len, Changed: []changedChat{}, Removed: []string{}}
	if !look.known {
		whole.Chats = make([]chatItem, 0, view.Len)
	}
	at := 0
	for row := range view.Rows() {
		item := h.item(&row, view)
		switch changed := look.chat(row.EndMS, &item); {
		case !look.known:
			whole.Chats = append(whole.Chats, item)
		case changed:
			changes.Changed = append(changes.Changed, changedChat{at, item})
		}
		at++
	}
	version, removed := look.end()
	if !look.known {
		whole.Version = version
		return whole, nil
	}
	changes.Version, changes.Removed = version, append(changes.Removed, removed...)
	return changes, nil
}

// firstChats returns the part of the list that a window shows first: n chats, those of the
// project with the newest chat before those of the next; all if there are no more.
func (h *handler) firstChats(n int) chatsWire {
	w := chatsWire{Seq: h.lib.Catalog.Seq(), Chats: []chatItem{}}
	view := h.lib.Lister.View()
	if view.Len <= n {
		n = view.Len
	} else {
		w.More = &moreChats{Chats: view.Len, Projects: map[string]int{}}
	}
	byProject := map[string][]catalog.Row{}
	var order []string
	for row := range view.Rows() {
		project := row.ListedIn()
		if byProject[project] == nil {
			order = append(order, project)
		}
		byProject[project] = append(byProject[project], row)
	}
	for _, project := range order {
		rows := byProject[project]
		for i := range rows[:min(len(rows), n-len(w.Chats))] {
			w.Chats = append(w.Chats, h.item(&rows[i], view))
		}
		if w.More != nil {
			w.More.Projects[project] = len(rows)
		}
		if len(w.Chats) == n {
			break
		}
	}
	return w
}

// worktree is the place of a chat's project among the worktrees of a repository.
type worktree struct {
	Name              string `json:"name"`
	Repository        string `json:"repository"` // its directory
	RepositoryName    string `json:"repositoryName"`
	RepositoryDisplay string `json:"repositoryDisplay"`
}

func (h *handler) worktree(r *catalog.Row) worktree {
	if r.Repository == "" {
		return worktree{}
	}
	return worktree{
		Name: library.WorktreeName(r.Project, r.Repository), Repository: r.Repository,
		RepositoryName: library.ProjectName(r.Repository, ""), RepositoryDisplay: h.lib.Display(r.Repository),
	}
}

// item returns a row for the wire.
func (h *handler) item(r *catalog.Row, view *library.View) chatItem {
	item := chatItem{
		ID: r.ID, Title: h.name(r.Name), TitleFrom: r.TitleFrom, Project: r.Project,
		Start: string(r.Start), End: string(r.End), Sessions: len(r.Sessions), Branches: r.Branches, Turns: r.Turns,
		Agents: r.Agents, NewestLeaf: r.NewestLeaf, GitBranch: r.GitBranch, Malformed: r.Malformed,
		State: r.State, Outcome: r.Outcome,
		ProjectName: library.ProjectName(r.Project, r.Repository), ProjectDisplay: h.lib.Display(r.Project),
		Worktree: h.worktree(r),
	}
	if root := r.Sessions[0].Root; root != view.FirstRoot {
		item.Root = root
	}
	own := view.Noted.OnChat(r.ID)
	item.Starred, item.Note, item.Tags = own.Starred, own.Text, wordsOf(own.Tags)
	if own.Name != "" {
		item.Title, item.Titled = own.Name, item.Title
	}
	for i := range r.Sessions {
		s := &r.Sessions[i]
		f := view.FactsOf(s)
		item.Live = item.Live || f.Live
		item.Bytes += s.Bytes
		item.Partial = item.Partial || f.Partial
		if s.ID == r.NewestLeaf { // the chat shows its newest leaf's expiry: older versions may be deleted
			item.ExpiresInDays, item.Archived = f.ExpiresInDays, f.Archived
		}
	}
	return item
}
