package transcript

import (
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"

	"dendro/backend/jsonl"
)

// Prompts typed while the model was busy wait in a queue (queue-operation, 2.0.3x+). Most
// reappear as a user record or as a queued_command; in some versions up to 2.1.9x those
// delivered while a tool ran never do. Each enqueued prompt is therefore a Node with
// FlagQueued that continues the preceding record, or a root if there is none. The client
// gives it no id, so the id is derived from its time and text.
//
//   - A remove delivers it: FlagDelivered, continuing the record before the remove.
//   - A popAll returns it to the input: FlagGone.
//   - A later record that repeats its text is that prompt: FlagGone. One record repeats one
//     prompt, since people queue "continue" twice.
//   - Everything else was never sent.

// Unsent is the prefix of the notice of a queued prompt that was never sent.
const Unsent = "Queued, never sent: "

// queuedRef returns the id of a prompt that r enqueues, or the zero Ref. Commands reappear
// as commands; notifications and messages were not typed.
func (r *Record) queuedRef() Ref {
	if r.Kind != KindQueue || r.field("operation").String() != "enqueue" {
		return Ref{}
	}
	var buf [HeadBytes + jsonl.HeadSlack]byte
	if ClassOfText(r.Content.AppendHead(buf[:0], HeadBytes)) == ClassNotification {
		return Ref{} // Most queued texts are long notifications: decode only prompts.
	}
	text := strings.TrimSpace(FlatText(r.Content))
	if text == "" || isCommand(text) {
		return Ref{}
	}
	class := ClassOfText([]byte(text))
	if d, ok := r.Delivered(r.Content); ok { // a person writes through a channel
		class = d.Class()
	}
	if class != ClassPrompt {
		return Ref{}
	}
	sum := sha256.Sum256([]byte(r.Timestamp.String() + "\n" + text))
	id := ID(sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // UUID version 8: custom
	return Ref{ID: id}
}

// isCommand reports whether a text is a typed slash or bash command.
func isCommand(text string) bool {
	if strings.HasPrefix(text, "!") {
		return true
	}
	name, ok := strings.CutPrefix(text, "/")
	if end := strings.IndexFunc(name, unicode.IsSpace); end >= 0 {
		name = name[:end]
	}
	return ok && name != "" && !strings.ContainsAny(name, "/.")
}

// queue applies a queue operation. It returns the node of a prompt that it enqueues, or -1.
func (c *Collector) queue(r *Record) int32 {
	f := c.f
	switch r.field("operation").String() {
	case "enqueue":
		id := r.UUID.ID
		if id.IsZero() || c.main < 0 && !c.begins() || c.Find(id) >= 0 {
			f.Waiting = append(f.Waiting, ID{})
			return -1
		}
		f.Waiting = append(f.Waiting, id)
		return c.enqueue(r)
	case "dequeue":
		c.take(r)
	case "remove":
		c.remove(r)
	case "popAll":
		for _, id := range f.Waiting {
			c.gone(c.Find(id))
		}
		f.Waiting = nil
	}
	return -1
}

func (c *Collector) enqueue(r *Record) int32 {
	f := c.f
	at := int32(len(f.Nodes))
	node := Node{
		ID: r.UUID.ID, Time: Millis(r.Timestamp), Flags: FlagQueued, Content: textHash(r.Said(r.Content)), Session: noSession,
	}
	if c.main >= 0 {
		before := &f.Nodes[c.main]
		node.Parent, node.Session, node.Branch = before.ID, before.Session, before.Branch
	}
	f.Nodes = append(f.Nodes, node)
	c.index.Add(f.Nodes, at)
	c.unresolved(at)
	return at
}

// remove delivers the prompt that r removes from the queue.
func (c *Collector) remove(r *Record) {
	if at := c.take(r); at >= 0 && !c.f.Nodes[at].Flags.Has(FlagGone) {
		c.f.Nodes[at].Flags |= FlagDelivered
		if c.main >= 0 {
			c.f.Nodes[at].Parent = c.f.Nodes[c.main].ID
		}
	}
}

// begins reports whether the file has no conversation record yet and is not an agent's
// file.
func (c *Collector) begins() bool {
	n := len(c.f.Nodes)
	return c.main < 0 && (n == 0 || c.f.Nodes[n-1].Flags.Has(FlagQueued))
}

// take removes the entry that r names, or the oldest, from the queue. It returns its node,
// or -1 if it is not a prompt.
func (c *Collector) take(r *Record) int32 {
	k, waiting := 0, c.f.Waiting
	if text := r.Said(r.Content); text != "" {
		k = c.waits(textHash(text))
	}
	if k < 0 || k >= len(waiting) {
		return -1
	}
	id := waiting[k]
	copy(waiting[1:k+1], waiting[:k])
	c.f.Waiting = waiting[1:]
	return c.Find(id)
}

// waits returns the queue index of a text: the first entry that is not a prompt if no
// prompt has that text, or -1.
func (c *Collector) waits(hash uint32) int {
	const most = 128 // nobody queues more
	other := -1
	for k, id := range c.f.Waiting[:min(len(c.f.Waiting), most)] {
		if at := c.Find(id); at >= 0 && c.f.Nodes[at].Content == hash {
			return k
		}
		if other < 0 && id.IsZero() {
			other = k
		}
	}
	return other
}

func (c *Collector) gone(at int32) {
	if at >= 0 {
		n := &c.f.Nodes[at]
		n.Flags = n.Flags&^FlagDelivered | FlagGone
	}
}

// unresolved registers a prompt that a later record may repeat.
func (c *Collector) unresolved(at int32) {
	if c.open == nil {
		c.open = map[uint32][]int32{}
	}
	hash := c.f.Nodes[at].Content
	c.open[hash] = append(c.open[hash], at)
}

// repeats resolves the queued prompts that r repeats: its whole text, a block, or several
// prompts that the client joined with line breaks.
func (c *Collector) repeats(r *Record) {
	if len(c.open) == 0 || r.Kind != KindUser && r.Kind != KindAttachment {
		return
	}
	var texts []string
	if r.Kind == KindAttachment {
		if r.AttachmentKind() != AttachmentQueued {
			return
		}
		texts = append(texts, r.Said(r.QueuedCommand().Prompt))
	}
	for i := range r.Blocks {
		if r.Blocks[i].Kind == BlockText {
			texts = append(texts, r.Said(r.Blocks[i].Text))
		}
	}
	if len(texts) > 1 {
		texts = append(texts, strings.Join(texts, "\n"))
	}
	for _, text := range texts {
		if own := Unremind(text); own != "" {
			text = own
		}
		if !c.resolve(textHash(text)) {
			c.resolveLines(text)
		}
	}
}

// resolve resolves the queued prompt with this text hash: preferably one that was removed
// from the queue or still waits, otherwise a delivered one.
func (c *Collector) resolve(hash uint32) bool {
	list := c.open[hash]
	for len(list) > 0 && c.f.Nodes[list[0]].Flags.Has(FlagGone) {
		list = list[1:]
	}
	found := len(list) > 0
	if found {
		near := list[:min(len(list), 64)]
		k := max(0, slices.IndexFunc(near, func(at int32) bool { return !c.f.Nodes[at].Flags.Has(FlagDelivered | FlagGone) }))
		near[0], near[k] = near[k], near[0]
		c.gone(near[0])
		list = list[1:]
	}
	if c.open[hash] = list; len(list) == 0 {
		delete(c.open, hash)
	}
	return found
}

// resolveLines resolves the prompts that were joined with line breaks into a text. A prompt
// may have several lines itself.
func (c *Collector) resolveLines(text string) {
	var hashes []uint32
	for rest := strings.TrimSpace(text); rest != ""; {
		end, hash := c.openPrefix(rest)
		if end < 0 {
			return
		}
		hashes = append(hashes, hash)
		rest = strings.TrimSpace(rest[end:])
	}
	for _, hash := range hashes {
		c.resolve(hash)
	}
}

// openPrefix returns the end and the hash of a text's leading lines that match an
// unresolved prompt, or -1.
func (c *Collector) openPrefix(text string) (end int, hash uint32) {
	const most = 32 // lines of a single prompt
	for range most {
		i := strings.IndexByte(text[end:], '\n')
		if i < 0 {
			i = len(text) - end
		}
		end += i
		hash = textHash(text[:end])
		if _, ok := c.open[hash]; ok {
			return end, hash
		}
		if end++; end >= len(text) {
			break
		}
	}
	return -1, 0
}

// textHash returns a hash that ignores surrounding white space and the kind of line breaks.
func textHash(text string) uint32 {
	h := hash64(strings.ReplaceAll(strings.TrimSpace(text), "\r\n", "\n"))
	return max(uint32(h>>32)^uint32(h), 1)
}

// Unrepeated returns the queued prompts that no other record repeats, with whether they
// were delivered.
func (f *Facts) Unrepeated() map[ID]bool {
	var ids map[ID]bool
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Flags.Has(FlagQueued) && !n.Flags.Has(FlagGone) {
			if ids == nil {
				ids = map[ID]bool{}
			}
			ids[n.ID] = n.Flags.Has(FlagDelivered)
		}
	}
	return ids
}
