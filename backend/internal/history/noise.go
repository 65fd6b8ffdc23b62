package history

import "time"

// snapshot is the rewind checkpoint that precedes a prompt.
func (t *Thread) snapshot(messageID string) {
	t.side("type", "file-history-snapshot", "messageId", messageID,
		"snapshot", O("messageId", messageID, "trackedFileBackups", Obj{}, "timestamp", stamp(t.home.now)), "isSnapshotUpdate", false)
}

// Checkpoint records the backup of a file before a change (file-history-snapshot update, or
// file-history-delta in newer versions).
func (t *Thread) Checkpoint(path string) {
	backup := O("backupFileName", t.home.hex(16)+"@v1", "version", 1, "backupTime", stamp(t.home.now))
	switch tr := t.traits(); {
	case tr.deltas:
		t.side("type", "file-history-delta", "messageId", t.prev, "trackingPath", path, "backup", backup, "sessionId", t.sessionID)
	case tr.snapshots:
		t.side("type", "file-history-snapshot", "messageId", t.prev,
			"snapshot", O("messageId", t.prev, "trackedFileBackups", O(path, backup), "timestamp", stamp(t.home.now)), "isSnapshotUpdate", true)
	}
}

// Hook is a hook that ran, recorded in the version's form: a system record without a
// subtype, a progress record or an attachment.
func (t *Thread) Hook(event, name, command string) string {
	t.home.pass(5, 300)
	t.endMessage()
	id := t.home.uuid()
	switch t.traits().hookRecord {
	case "system":
		return t.add("system", O("content", "Running \x1b[1m"+name+"\x1b[22m...", "isMeta", false), O("toolUseID", id, "level", "info"))
	case "progress":
		return t.Progress(O("type", "hook_progress", "hookEvent", event, "hookName", name, "command", command), id, id)
	}
	return t.Attachment(O("type", "hook_success", "hookName", name, "toolUseID", id, "hookEvent", event, "content", "", "stdout", "", "stderr", "",
		"exitCode", 0, "command", command, "durationMs", 20+t.home.rng.IntN(400)))
}

// HookError is a hook that failed without stopping anything.
func (t *Thread) HookError(event, name, command, stderr string) string {
	t.endMessage()
	return t.Attachment(O("type", "hook_non_blocking_error", "hookName", name, "toolUseID", t.home.uuid(), "hookEvent", event,
		"stderr", stderr, "stdout", "", "exitCode", 1, "command", command, "durationMs", 31))
}

// Attachment is a chain record with hidden context.
func (t *Thread) Attachment(attachment Obj) string {
	return t.add("attachment", O("attachment", attachment), nil)
}

// Progress is a chain record about a running operation.
func (t *Thread) Progress(data Obj, toolUseID, parentToolUseID string) string {
	return t.add("progress", O("data", data, "toolUseID", toolUseID, "parentToolUseID", parentToolUseID), nil)
}

// BashProgress is n progress records of a long command. They are between the call and its
// result and are a dead end of the chain, or a link of it, depending on linked.
func (t *Thread) BashProgress(tool *Tool, n int, linked bool) {
	parent, prev := t.parent, t.prev
	for i := range n {
		t.home.pass(900, 1100)
		t.Progress(O("type", "bash_progress", "output", "", "fullOutput", "", "elapsedTimeSeconds", i+2, "totalLines", i*3), "bash-progress-"+string(rune('0'+i%10)), tool.ID)
	}
	if linked {
		tool.via = t.prev
		return
	}
	t.parent, t.prev = parent, prev
}

// Meta is a text that the program injects as a user record, such as a skill's.
func (t *Thread) Meta(text string) string {
	t.endMessage()
	return t.add("user", O("message", O("role", "user", "content", []Obj{Text(text)}), "isMeta", true), nil)
}

// System is a system record of a subtype.
func (t *Thread) System(subtype, content, level string, more Obj) string {
	t.endMessage()
	body := O("subtype", subtype)
	if content != "" {
		body = append(body, Field{"content", content})
	}
	return t.add("system", append(append(body, Field{"level", level}, Field{"isMeta", false}), more...), nil)
}

func (s *Session) startHook(source string) {
	if s.hooks {
		s.Hook("SessionStart", "SessionStart:"+source, "~/.claude/hooks/session-start.sh")
	}
}

// EndTurn writes the records at the end of a turn: hooks, duration, and last-prompt.
func (s *Session) EndTurn() {
	s.endMessage()
	if s.plain {
		return
	}
	tr := s.traits()
	s.home.pass(20, 200)
	if s.hooks && atLeast(s.Version, "2.0.64") {
		s.add("system", O("subtype", "stop_hook_summary", "hookCount", 1, "hookInfos", []Obj{O("command", "~/.claude/hooks/stop.sh")},
			"hookErrors", []any{}, "preventedContinuation", false, "stopReason", "", "hasOutput", false, "level", "suggestion"), O("toolUseID", s.home.uuid()))
	}
	if tr.turnSystem {
		s.add("system", O("subtype", "turn_duration", "durationMs", 4000+s.home.rng.IntN(90_000)), O("isMeta", false))
	}
	if tr.lastPrompt {
		s.LastPrompt()
	}
}

// Turn is a prompt, its reply and the end of the turn.
func (s *Session) Turn(prompt, reply string) string {
	id := s.Prompt(prompt)
	s.Reply(reply)
	s.EndTurn()
	return id
}

// Pause lets time pass, like a person who does something else.
func (s *Session) Pause(d time.Duration) { s.home.Wait(d) }
