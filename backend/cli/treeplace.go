package cli

import (
	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// placedChat is a chat of tree --json, with the places of its sessions.
type placedChat struct {
	*chattree.Chat
	Sessions []placedSession `json:"sessions"`
}

// placedSession is a session with the main checkout that its directory belongs to, and that
// directory if it is another worktree; null where nothing says so.
type placedSession struct {
	*chattree.Session
	Repository *string `json:"repository"`
	Worktree   *string `json:"worktree"`
}

// placed adds the places of the sessions to chosen chats. all are all chats: those of its
// worktrees tell that a directory is a repository.
func placed(chosen, all []*chattree.Chat) []placedChat {
	repositories := map[string]string{} // spellings by key
	worktrees := map[string]string{}    // repositories by the key of a worktree
	for _, c := range all {
		if c.Repository != "" {
			repositories[transcript.ProjectKey(c.Repository)] = c.Repository
			worktrees[transcript.ProjectKey(c.Project)] = c.Repository
		}
	}
	list := make([]placedChat, len(chosen))
	for i, c := range chosen {
		list[i] = placedChat{c, make([]placedSession, len(c.Sessions))}
		for k, s := range c.Sessions {
			list[i].Sessions[k] = placedSession{Session: s}
			dir := s.CWD
			if dir == "" {
				dir = c.Project
			}
			key := transcript.ProjectKey(dir)
			repository := worktrees[key]
			if repository == "" {
				repository = transcript.Repository(dir, s.Source.Summary.WorktreeOf)
			}
			p := &list[i].Sessions[k]
			if repository != "" {
				p.Repository, p.Worktree = &repository, &dir
			} else if main, ok := repositories[key]; ok {
				p.Repository = &main
			}
		}
	}
	return list
}
