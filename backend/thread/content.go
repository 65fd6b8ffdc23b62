package thread

import (
	"bytes"
	"hash/fnv"
	"math"

	"dendro/backend/jsonl"
	"dendro/backend/title"
	"dendro/backend/transcript"
)

// HeadRunes is the length of the prompt's beginning in a Turn.
const HeadRunes = 160

// content adds the blocks of a record: their rows, their sizes, and the calls that they
// start or answer.
func (x *Index) content(at int32, r *transcript.Record, class transcript.Class) {
	first := len(x.blocks)
	x.parts = describe(x.parts[:0], r)
	next := 0
	if len(r.Blocks) == 0 {
		for i := range x.parts {
			x.blocks = append(x.blocks, measure(&x.parts[i]))
		}
	}
	for i := range r.Blocks {
		b := block{index: uint32(i), row: rowNone}
		if next < len(x.parts) && x.parts[next].Block == i && x.parts[next].Part == 0 {
			b = measure(&x.parts[next])
			next++
		}
		x.blocks = append(x.blocks, x.toolBlock(b, at, r, i))
	}
	for ; len(r.Blocks) > 0 && next < len(x.parts); next++ { // further texts of one of these blocks
		b := measure(&x.parts[next])
		b.kind = transcript.BlockText
		x.blocks = append(x.blocks, b)
	}
	x.recs[at].block, x.recs[at].blocks = uint32(first), uint32(len(x.blocks)-first)
	switch r.Kind {
	case transcript.KindUser:
		x.responses.interrupt()
	case transcript.KindAssistant:
		x.responses.align(x.recs[at].message, x.blocksOf(at), r)
	}
	x.pictures(at, r)
	x.heading(at, r)
	x.pointers(at, r, class)
}

// textKey orders the texts of a record, and identifies them.
func textKey(t *transcript.Text) int { return t.Part<<24 | t.Block }

// measure returns the block of a text, with the size of its collapsed form.
func measure(t *transcript.Text) block {
	b := block{index: uint32(textKey(t)), row: rowKinds[t.Kind], lines: 1}
	if t.Notice == transcript.NoticeHook {
		b.flags = blockQuiet
	}
	if b.row == RowTool || b.row == RowCompaction {
		return b
	}
	if t.Raw.IsString() {
		b.lines = uint32(1 + bytes.Count(t.Raw, []byte(`\n`)))
		b.chars = uint32(min(columns(t.Raw), math.MaxUint32))
	} else {
		b.chars = uint32(len(t.Name()))
	}
	return b
}

// toolBlock adds the properties of the i-th content block other than its text.
func (x *Index) toolBlock(b block, at int32, r *transcript.Record, i int) block {
	c := &r.Blocks[i]
	b.kind = c.Kind
	set := func(on bool, f blockFlags) {
		if on {
			b.flags |= f
		}
	}
	switch c.Kind {
	case transcript.BlockToolUse:
		b.tool, b.said = hashID(c.ToolID), transcript.SaidHash(c)
		set(transcript.OnlyLooks(c.Name), blockQuiet)
		set(transcript.RunsCommands(c.Name), blockShell)
		set(transcript.StartsAgents(c.Name), blockStarts)
		set(transcript.StartsWorkflow(c.Name), blockRuns)
		if b.flags&blockStarts != 0 || transcript.WritesToAgents(c.Name) {
			x.claims.call(at, &b, c)
		}
	case transcript.BlockToolResult:
		b.tool = hashID(c.ToolID)
		set(c.IsError, blockError)
		set(transcript.HasImage(c.Content), blockImages)
	case transcript.BlockImage, transcript.BlockDocument:
		set(c.Kind == transcript.BlockImage, blockImages)
	}
	return b
}

// pictures marks the row that shows the images of a prompt or a reply.
func (x *Index) pictures(at int32, r *transcript.Record) {
	blocks := x.blocksOf(at)
	images := r.Kind == transcript.KindAttachment && len(blocks) > 0 && transcript.HasImage(r.QueuedCommand().Prompt)
	for i := range blocks {
		images = images || blocks[i].kind == transcript.BlockImage
	}
	if !images {
		return
	}
	for i := range blocks {
		aside := blocks[i].row == RowNotice && blocks[i].kind == transcript.BlockImage
		if aside || blocks[i].row == RowPrompt || blocks[i].row == RowMessage || blocks[i].row == RowReply {
			blocks[i].flags |= blockImages
			return
		}
	}
}

// heading stores the beginning of a text that opens a turn.
func (x *Index) heading(at int32, r *transcript.Record) {
	for i := range x.parts {
		t := &x.parts[i]
		if t.Kind != transcript.TextPrompt && t.Kind != transcript.TextMessage && t.Kind != transcript.TextCommand {
			continue
		}
		text := title.Clip(transcript.OneLine(t.Line(r, 4*HeadRunes+200)), HeadRunes)
		if text == "" && len(r.Blocks) > 0 {
			text = "[Image]"
		}
		x.heads[at] = text
		return
	}
}

// hashID returns the hash of an id's text, or 0.
func hashID(v jsonl.Value) uint64 {
	if !v.IsString() || len(v) == 2 {
		return 0
	}
	if bytes.IndexByte(v, '\\') >= 0 {
		return hashText(v.String())
	}
	return hashBytes(v[1 : len(v)-1])
}

func hashText(s string) uint64 {
	if s == "" {
		return 0
	}
	return hashBytes([]byte(s))
}

func hashBytes(b []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(b) // a hash.Hash never fails
	return max(h.Sum64(), 1)
}
