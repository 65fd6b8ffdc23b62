package shapes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// M is a record, or a part of one.
type M = map[string]any

// root collects the files of a history.
type root struct{ files map[string]*file }

// file is a transcript being written.
type file struct {
	bytes.Buffer
	session string
	uuids   int
	seconds int
}

const mainID = "10000000-0000-4000-8000-000000000000"

// id returns a UUID that differs by kind and number.
func id(kind, n int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", kind, n) }

// main returns the transcript of the session that the commands read.
func (r *root) main() *file { return r.file("projects/-srv-app/"+mainID+".jsonl", mainID) }

// session returns the transcript of another session.
func (r *root) session(n int) *file {
	name := id(0x20000000+n, 0)
	return r.file("projects/-srv-app/"+name+".jsonl", name)
}

func (r *root) file(path, session string) *file {
	if r.files == nil {
		r.files = map[string]*file{}
	}
	if r.files[path] == nil {
		r.files[path] = &file{session: session, uuids: len(r.files) << 24}
	}
	return r.files[path]
}

// write writes the history below a directory.
func (r *root) write(dir string) error {
	for path, f := range r.files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// line writes a record verbatim.
func (f *file) line(r M) {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot fail: a map of strings and numbers
	}
	f.Write(append(text, '\n'))
}

// chain writes a record of the conversation and returns its uuid.
func (f *file) chain(kind, parent string, more M) string {
	f.uuids++
	f.seconds++
	r := M{
		"type": kind, "uuid": id(1, f.uuids), "parentUuid": nil, "sessionId": f.session, "cwd": "/srv/app", "version": "2.1.250",
		"timestamp": time.Unix(1_790_000_000+int64(f.seconds), 0).UTC().Format(time.RFC3339),
	}
	if parent != "" {
		r["parentUuid"] = parent
	}
	for k, v := range more {
		r[k] = v
	}
	f.line(r)
	return fmt.Sprint(r["uuid"])
}

// prompt writes a prompt with a unique text.
func (f *file) prompt(parent string) string {
	return f.chain("user", parent, M{"message": M{"role": "user", "content": fmt.Sprint("raise the buoy ", f.uuids)}})
}

// reply writes an answer with one text, or with the given blocks.
func (f *file) reply(parent string, blocks ...M) string {
	if len(blocks) == 0 {
		blocks = []M{{"type": "text", "text": fmt.Sprint("It is up ", f.uuids)}}
	}
	return f.chain("assistant", parent, M{"message": M{"id": fmt.Sprint("msg_", f.session, f.uuids), "model": "m", "role": "assistant", "content": blocks}})
}

// turn writes a prompt and its answer and returns the answer.
func (f *file) turn(parent string) string { return f.reply(f.prompt(parent)) }

// results writes the results of calls.
func (f *file) results(parent string, ids ...string) string {
	var blocks []M
	for i, id := range ids {
		blocks = append(blocks, M{"type": "tool_result", "tool_use_id": id, "content": fmt.Sprint("found ", i)})
	}
	return f.chain("user", parent, M{"message": M{"role": "user", "content": blocks}})
}

// compaction writes a boundary and its summary and returns the summary.
func (f *file) compaction(last string, more M) string {
	more["trigger"] = "auto"
	at := f.chain("system", "", M{"subtype": "compact_boundary", "logicalParentUuid": last, "compactMetadata": more})
	return f.chain("user", at, M{"isCompactSummary": true, "message": M{"role": "user", "content": "This session is being continued from a previous conversation: buoys"}})
}

func call(id string, n int) M {
	return M{"type": "tool_use", "id": id, "name": "Bash", "input": M{"command": fmt.Sprint("measure ", n)}}
}

func hook(f *file, parent string) string {
	return f.chain("attachment", parent, M{"attachment": M{"type": "hook_success", "hookName": "Stop", "content": "fine"}})
}
