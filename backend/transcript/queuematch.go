package transcript

import "strings"

// repeats settles the items of the queue that r, with node n, is: its whole text, a block, or
// several that the client joined. A prompt that repeats nothing, while others wait, shows that
// those were lost.
func (c *Collector) repeats(r *Record, n *Node, class Class) {
	q := c.items
	if len(q.Items) == 0 || n.Flags.Has(FlagSidechain) || class == ClassToolResult {
		return
	}
	attached := r.Kind == KindAttachment && r.AttachmentKind() == AttachmentQueued
	found := false
	for _, text := range saidInQueue(r, attached) {
		own := Unremind(text)
		found = c.repeat(text, attached) || c.repeat(own, attached) || c.repeatLines(text, attached) || found
	}
	switch {
	case found:
	case attached:
		if x := q.next(&q.unwritten, func(x *QueueItem) bool { return x.State != itemSettled }); x != nil {
			c.discard(x)
		}
	case r.Kind == KindUser && class == ClassPrompt && !r.Meta:
		for x := q.prompt(); x != nil && c.precedes(x, n); x = q.prompt() {
			c.settle(x, FlagLost)
		}
		c.notificationsLost(n)
	}
}

// notificationsLost marks the notifications that wait before n, a typed prompt, as lost. A
// record may still repeat one: it came while the prompt was typed.
func (c *Collector) notificationsLost(n *Node) {
	for q := c.items; q.untoldAt < len(q.notifications.items); q.untoldAt++ {
		x := &q.Items[q.notifications.items[q.untoldAt]]
		if !c.precedes(x, n) {
			return
		}
		if x.waits() {
			c.flag(x, FlagLost)
		}
	}
}

// precedes reports whether an item was queued before a record was written.
func (c *Collector) precedes(x *QueueItem, n *Node) bool {
	at := c.Find(x.ID)
	return at < 0 || c.f.Nodes[at].Time < n.Time
}

// saidInQueue returns the texts of a record that may repeat items of the queue.
func saidInQueue(r *Record, attached bool) (texts []string) {
	switch {
	case attached:
		q := r.QueuedCommand()
		text := r.Said(q.Prompt)
		if texts = append(texts, text); q.Mode == QueuedBash {
			texts = append(texts, "!"+text)
		}
		return texts
	case r.SystemKind() == SystemLocalCommand:
		return append(texts, typedForms(r.Content.String())...)
	case r.Kind != KindUser:
		return nil
	}
	var blocks []string
	for i := range r.Blocks {
		if r.Blocks[i].Kind == BlockText {
			text := r.Said(r.Blocks[i].Text)
			blocks, texts = append(blocks, text), append(texts, typedForms(text)...)
		}
	}
	if len(blocks) > 1 {
		texts = append(texts, strings.Join(blocks, "\n"))
	}
	return texts
}

// typedForms returns what a person may have typed for a text: itself, and a command without
// its envelope. A queued bash command has its sign, or not (2.1.332).
func typedForms(text string) []string {
	switch s := speak(text); s.whole() {
	case ClassCommand:
		return []string{text, s.deciding().String()}
	case ClassBash:
		typed := s.deciding().String()
		return []string{text, typed, typed[1:]}
	}
	return []string{text}
}

// repeat settles the item that a text repeats, and reports whether there is one.
func (c *Collector) repeat(text string, attached bool) bool {
	x := c.repeated(queueHash(text), attached)
	if x == nil && strings.Contains(text, "<task-id>") {
		x = c.repeated(taskHash(text), attached)
	}
	if x == nil {
		return false
	}
	if attached && x.waits() {
		if other := c.items.giveBack(); other != nil {
			if at := c.Find(other.ID); at >= 0 {
				c.f.Nodes[at].Flags &^= FlagDelivered
			}
		}
	}
	c.discard(x)
	return true
}

// repeated returns the item that a text repeats: rather one that a remove delivered, if the
// text is attached, else rather one that waits.
func (c *Collector) repeated(hash uint64, attached bool) *QueueItem {
	x := c.items.find(hash, func(x *QueueItem) bool { return x.waits() != attached })
	if x == nil {
		x = c.items.find(hash, func(x *QueueItem) bool { return x.waits() == attached })
	}
	return x
}

// repeatLines settles the prompts that were joined with line breaks into a text (2.0.31,
// 2.0.77). A prompt may have several lines itself.
func (c *Collector) repeatLines(text string, attached bool) bool {
	var parts []string
	for rest := strings.TrimSpace(text); rest != ""; {
		end := c.leading(rest)
		if end < 0 {
			return false
		}
		parts = append(parts, rest[:end])
		rest = strings.TrimSpace(rest[end:])
	}
	found := false
	for _, part := range parts {
		found = c.repeat(part, attached) || found
	}
	return found
}

// leading returns the end of a text's leading lines that an item of the queue has, or -1.
func (c *Collector) leading(text string) int {
	const most = 32 // lines of a single prompt
	for n, end := 0, 0; n < most && end < len(text); n++ {
		i := strings.IndexByte(text[end:], '\n')
		if i < 0 {
			i = len(text) - end
		}
		end += i
		if c.items.find(queueHash(text[:end]), (*QueueItem).waits) != nil {
			return end
		}
		end++
	}
	return -1
}
