package main

import (
	"context"
	"slices"
	"strings"
)

// session compares one session: in the tree, on its branch, and as loaded.
func (c *checker) session(ctx context.Context, s *session, got sessionJSON) error {
	h, err := readHistory(c.files[s.ID])
	if err != nil {
		return err
	}
	c.place(s, got)
	if !s.Unsure[ofLine] {
		c.same(c.name(s.ID)+" rewinds", rewindText(s.rewinds()), rewindText(labelled(got.Rewinds, h)))
	}
	var show showJSON
	if _, err := c.ask(ctx, &show, "show", s.ID); err != nil {
		return err
	}
	c.branch(s, show)
	c.loaded(s, got, show, h)
	return nil
}

// place compares a session's place in its chat, and its contents.
func (c *checker) place(s *session, got sessionJSON) {
	name := c.name(s.ID)
	c.same(name+" parent", c.name(s.Parent), c.name(got.Parent))
	if relation := c.truth.relation(s); relation != "" {
		c.same(name+" relation", relation, got.Relation)
	}
	c.same(name+" without", s.Left, got.Without)
	if s.Left != nil {
		c.same(name+" evidence of Dendro's note", true, slices.Contains(got.Evidence, "begun"))
	}
	if superseded, known := c.truth.superseded(s); known {
		c.same(name+" superseded", superseded, got.Superseded)
	}
	if !s.Unsure[ofCompactions] {
		c.same(name+" compactions", s.Compactions, len(got.Compactions))
	}
	if !s.Unsure[ofAgents] {
		c.same(name+" agents", s.Agents, got.Agents)
	}
}

// labelled describes Dendro's rewinds by the labels of their prompts.
func labelled(rewinds []rewindJSON, h history) []rewind {
	var all []rewind
	for _, r := range rewinds {
		found := rewind{At: h.labelAbove(r.At)}
		for _, b := range r.Branches {
			label := h.byUUID[b.First].prompt()
			found.Opens = append(found.Opens, label)
			if b.Active {
				found.Active = label
			}
		}
		all = append(all, found)
	}
	return all
}

// rewindText formats rewinds in a canonical order.
func rewindText(all []rewind) []string {
	text := make([]string, 0, len(all))
	for _, r := range all {
		text = append(text, "after "+r.At+": "+strings.Join(r.Opens, " or ")+", active "+r.Active)
	}
	slices.Sort(text)
	return text
}

// branch compares the displayed prompts. A file that begins at a compaction shows the end
// of the conversation, and names the session with the beginning.
func (c *checker) branch(s *session, show showJSON) {
	name := c.name(s.ID)
	shown, commands, loose := []string{}, []string{}, 0
	notices := ""
	for _, row := range show.Rows {
		if row.Kind == "tool" && row.Tool.Name == "(unattached agent)" {
			loose++
		}
		label := labelOf(row.Text)
		switch {
		case row.Kind == "notice":
			notices += row.Text + "\n"
		case !strings.HasPrefix(label, "Q"):
		case row.Kind == "prompt":
			shown = append(shown, label)
		case row.Kind == "command":
			commands = append(commands, label)
		}
	}
	c.same(name+" unattached agents", 0, loose)
	for _, label := range s.Notified {
		c.same(name+" has a notice about "+label, true, strings.Contains(notices, label))
	}
	if s.Unsure[ofLine] {
		return
	}
	line := s.line()
	if show.Continues != "" && len(shown) < len(line) {
		line = line[len(line)-len(shown):]
	}
	c.same(name+" prompts of the branch", line, shown)
	commands = slices.DeleteFunc(commands, func(label string) bool { return !slices.Contains(s.Commands, label) })
	c.same(name+" commands of the queue", append([]string{}, s.Commands...), commands)
}
