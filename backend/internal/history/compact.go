package history

// Compaction describes the form of a compaction (row C2).
type Compaction struct {
	Trigger string // auto or manual; default auto
	Summary string // default a short one
	// Preserve preserves this many of the newest records: the boundary names them, and the
	// next record has the last of them as parent, before the boundary.
	Preserve int
	// Replay repeats this many of the newest records after the summary, with the same
	// uuids, like some hosts.
	Replay int
	// UpTo is the prompt up to which the conversation is summarized: it and all that
	// follows is preserved, and the next message has the summary as parent (2.1.150+).
	UpTo string
	// Fresh gives the repeated records new uuids; their links and times stay.
	Fresh bool
}

const summaryStart = "This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n"

// Compact compacts the conversation in the version's form: with a boundary record and a
// summary, or (1.0.x) with a summary as a new root. It returns the uuid that identifies the
// compaction.
func (s *Session) Compact(c Compaction) string {
	s.endMessage()
	s.home.pass(20_000, 90_000)
	if c.Trigger == "" {
		c.Trigger = "auto"
	}
	if c.Summary == "" {
		c.Summary = "Analysis:\nThe work so far, in short."
	}
	before := s.context
	tail := s.prev
	kept, upTo := s.newest(c.Preserve), tail
	if c.UpTo != "" && s.traits().kept {
		kept, upTo = s.since(c.UpTo), s.file.at[c.UpTo].prev
	}
	replayed := s.newest(c.Replay)
	message := O("role", "user", "content", summaryStart+c.Summary)
	var id, summary string
	if s.traits().boundary {
		meta := O("trigger", c.Trigger, "preTokens", before)
		summary = s.home.uuid()
		if len(kept) > 0 && s.traits().preserves {
			meta = append(meta, preserved(kept, summary)...)
		} else {
			kept = nil
		}
		s.parent, s.root = "", true
		id = s.add("system", O("logicalParentUuid", orNull(upTo), "subtype", "compact_boundary", "content", "Conversation compacted", "isMeta", false),
			O("level", "info", "compactMetadata", meta))
		s.addAs(summary, "user", O("message", message, "isVisibleInTranscriptOnly", true, "isCompactSummary", true), nil)
	} else {
		s.parent, s.root = "", true
		summary = s.add("user", O("message", message, "isCompactSummary", true), nil)
		id = summary
		s.home.known.summaries[id] = true
		kept = nil
	}
	for _, l := range replayed {
		r := &line{rec: l.rec, prev: l.prev, root: l.root}
		if c.Fresh {
			r.rec, r.says = r.rec.With("uuid", s.home.uuid()), l.uuid()
		}
		s.file.add(r, s.home.now)
	}
	if len(kept) > 0 && upTo == tail {
		s.parent = tail
	}
	s.context = 6000 + len(c.Summary)/4
	if c.Trigger == "manual" {
		s.compactCommand()
	}
	if s.traits().lastPrompt && !s.plain {
		s.LastPrompt()
	}
	return id
}

// compactCommand is the record of a typed /compact: its parent is the summary, or the last
// preserved record. 1.0.x does not write it.
func (s *Session) compactCommand() {
	if s.traits().oneCaveat {
		return
	}
	s.caveat()
	s.add("user", O("message", O("role", "user", "content", commandText("/compact", ""))), nil)
	s.add("user", O("message", O("role", "user", "content", "<local-command-stdout>Compacted </local-command-stdout>")), nil)
}

// newest returns the last n user and assistant records of the conversation and the records
// between them, oldest first. It never separates a tool call from its result.
func (s *Session) newest(n int) []*line {
	var list []*line
	if n == 0 {
		return nil
	}
	for at := s.prev; at != ""; {
		l := s.file.at[at]
		if l == nil || l.root || n <= 0 && !answersTool(list[0]) {
			break
		}
		list = append([]*line{l}, list...)
		if l.turn() {
			n--
		}
		at = l.prev
	}
	return list
}

// since returns the records of the conversation from one on.
func (s *Session) since(uuid string) []*line {
	list := s.pathTo(s.prev, true)
	for i, l := range list {
		if l.uuid() == uuid {
			return list[i:]
		}
	}
	return nil
}

func answersTool(l *line) bool {
	m, _ := l.rec.Get("message").(Obj)
	blocks, _ := m.Get("content").([]Obj)
	return len(blocks) > 0 && blocks[0].Str("type") == "tool_result"
}

func preserved(kept []*line, anchor string) Obj {
	all := make([]string, len(kept))
	var turns []string
	for i, l := range kept {
		all[i] = l.uuid()
		if l.turn() {
			turns = append(turns, l.uuid())
		}
	}
	head, tail := all[0], all[len(all)-1]
	return O("preservedSegment", O("headUuid", head, "anchorUuid", anchor, "tailUuid", tail),
		"preservedMessages", O("anchorUuid", anchor, "uuids", turns, "allUuids", all), "postTokens", 9000, "cumulativeDroppedTokens", 120000)
}

// Microcompact drops tool results from the context (system microcompact_boundary). It
// starts no new segment.
func (s *Session) Microcompact(tools ...string) string {
	return s.System("microcompact_boundary", "Context microcompacted", "info",
		O("microcompactMetadata", O("trigger", "auto", "preTokens", s.context, "tokensSaved", s.context/3, "compactedToolIds", tools, "clearedAttachmentUUIDs", []any{})))
}
