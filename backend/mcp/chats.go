package mcp

import (
	"context"

	"dendro/backend/chattree"
)

type chatsInput struct {
	Chat  string `json:"chat,omitempty" jsonschema:"id of a chat, or of one of its sessions: list its branches"`
	Limit int    `json:"limit,omitempty" jsonschema:"entries per page: 20 by default, at most 100"`
	Page  int    `json:"page,omitempty" jsonschema:"number of the page, from 1"`
}

type chatPage struct {
	Chats []listedChat `json:"chats"`
	Total int          `json:"total"`
	Next  int          `json:"nextPage,omitempty"`
}

type listedChat struct {
	Chat     string `json:"chat"`
	Title    string `json:"title"`
	Project  string `json:"project"`
	Start    string `json:"start"`
	End      string `json:"end"`
	Turns    int    `json:"turns"`
	Branches int    `json:"branches"`
	Session  string `json:"session"` // the one with the newest record
}

type branchPage struct {
	Chat     string         `json:"chat"`
	Title    string         `json:"title"`
	Branches []listedBranch `json:"branches"`
	Total    int            `json:"total"`
	Next     int            `json:"nextPage,omitempty"`
}

// listedBranch is a branch that nothing continues. Session and tip are the arguments of
// compare_branches.
type listedBranch struct {
	Session string `json:"session"`
	Tip     string `json:"tip"`
	Title   string `json:"title"`
	End     string `json:"end"`
	Edge    string `json:"begunBy"` // fork, rewind, resume …
	Current bool   `json:"current"` // its session continues here
}

func listChats(_ context.Context, v *view, in chatsInput) (any, error) {
	p, err := pageOf(in.Page, in.Limit, 20, 100)
	if err != nil {
		return nil, err
	}
	if in.Chat != "" {
		return v.branches(in.Chat, p)
	}
	all := v.chats()
	chats, next := of(p, all)
	list := &chatPage{Chats: []listedChat{}, Total: len(all), Next: next}
	for _, c := range chats {
		list.Chats = append(list.Chats, listedChat{
			Chat: c.ID, Title: c.Name, Project: c.Project, Start: string(c.Start), End: string(c.End), Turns: c.Turns,
			Branches: c.Branches, Session: c.NewestLeaf,
		})
	}
	return list, nil
}

func (v *view) branches(name string, p page) (*branchPage, error) {
	id, err := v.session(name)
	if err != nil {
		return nil, err
	}
	chat, _, err := v.Session(id)
	if err != nil {
		return nil, err
	}
	var leaves []*chattree.Segment
	for i := range chat.Segments {
		if s := &chat.Segments[i]; s.Leaf {
			leaves = append(leaves, s)
		}
	}
	list := &branchPage{Chat: chat.ID, Title: chat.Name, Branches: []listedBranch{}, Total: len(leaves)}
	leaves, list.Next = of(p, leaves)
	for _, s := range leaves {
		list.Branches = append(list.Branches, listedBranch{s.Session, s.Tip, s.Name, s.End, s.Edge, s.ResumesHere})
	}
	return list, nil
}
