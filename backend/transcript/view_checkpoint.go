package transcript

import "dendro/backend/jsonl"

// Checkpoint is what a client notes of the files that a session changes, so that it can put
// them back: file-history-snapshot (1.0.11x on) and file-history-delta (2.1.208 on).
//
// A snapshot is written with each prompt and holds the state of every file that the session
// has changed so far, as it was when the prompt was sent. A file that is changed for the first
// time is added to the snapshot of the turn, with its content before the change: by another
// snapshot ("update"), or by a delta. Seen on 2.0.77 and 2.1.332, interactive sessions only.
type Checkpoint struct {
	Prompt Ref // of the turn; of old deltas, a record of it
	Files  []Backup
}

// Backup is the state of a file in a checkpoint.
type Backup struct {
	Path string // as the client names it: relative to the working directory, or absolute
	Name string // of the copy in file-history/<session>; "" if the file did not exist
	Time string
}

// Checkpoint returns the content of a record of one of these types, and false for others.
func (r *Record) Checkpoint() (c Checkpoint, ok bool) {
	switch r.Type {
	case "file-history-snapshot":
		snapshot := r.field("snapshot")
		if c.Prompt = refOf(snapshot.Get("messageId")); c.Prompt.ID.IsZero() {
			c.Prompt = refOf(r.field("messageId"))
		}
		snapshot.Get("trackedFileBackups").Members(func(key []byte, v jsonl.Value) {
			c.Files = append(c.Files, backupOf(string(key), v))
		})
	case "file-history-delta":
		if c.Prompt = refOf(r.field("snapshotMessageId")); c.Prompt.ID.IsZero() {
			c.Prompt = refOf(r.field("messageId"))
		}
		c.Files = []Backup{backupOf(r.field("trackingPath").String(), r.field("backup"))}
	default:
		return c, false
	}
	return c, !c.Prompt.ID.IsZero()
}

func backupOf(path string, v jsonl.Value) Backup {
	return Backup{Path: path, Name: v.Get("backupFileName").String(), Time: v.Get("backupTime").String()}
}
