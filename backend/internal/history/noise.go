package history

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// backedUp is a file of which a session keeps copies.
type backedUp struct {
	name    string // of the copies, without their version
	version int
	text    string // its current content
	copied  string // that of the newest copy
	at      string // when that was made
}

// snapshot is the checkpoint that precedes a prompt: the state of every file that the session
// has changed.
func (t *Thread) snapshot(messageID string) {
	files := Obj{}
	for _, path := range slices.Sorted(maps.Keys(t.backups)) {
		b := t.backups[path]
		if b.text != b.copied {
			b.version++
			t.copyOf(b)
		}
		files = append(files, Field{path, b.record()})
	}
	t.side("type", "file-history-snapshot", "messageId", messageID,
		"snapshot", O("messageId", messageID, "trackedFileBackups", files, "timestamp", stamp(t.home.now)), "isSnapshotUpdate", false)
}

// copyOf writes a copy of a file's current content.
func (t *Thread) copyOf(b *backedUp) {
	b.copied, b.at = b.text, stamp(t.home.now)
	t.home.Put(fmt.Sprintf("file-history/%s/%s@v%d", t.sessionID, b.name, b.version), []byte(b.text))
}

func (b *backedUp) record() Obj {
	return O("backupFileName", fmt.Sprintf("%s@v%d", b.name, b.version), "version", b.version, "backupTime", b.at)
}

// Checkpoint records the backup of a file before its first change, with its content
// (file-history-snapshot update, or file-history-delta in newer versions).
func (t *Thread) Checkpoint(path, text string) {
	b := &backedUp{name: t.home.hex(16), version: 1, text: text}
	tr := t.traits()
	if !tr.deltas && !tr.snapshots {
		return
	}
	t.copyOf(b)
	if t.backups == nil {
		t.backups = map[string]*backedUp{}
	}
	t.backups[path] = b
	if tr.deltas {
		t.side("type", "file-history-delta", "messageId", t.prev, "snapshotMessageId", t.turn, "trackingPath", path, "backup", b.record(), "sessionId", t.sessionID)
		return
	}
	t.side("type", "file-history-snapshot", "messageId", t.prev,
		"snapshot", O("messageId", t.turn, "trackedFileBackups", O(path, b.record()), "timestamp", stamp(t.home.now)), "isSnapshotUpdate", true)
}

// Changed says what a file with a checkpoint contains now.
func (t *Thread) Changed(path, text string) { t.backups[path].text = text }

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
