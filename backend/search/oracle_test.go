package search_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"dendro/backend/search"
	"dendro/backend/transcript"
)

// The reference parses every line with encoding/json and searches every text that may match
// with package strings. It shares only the catalog with the search.

// refRecord is a record with its texts.
type refRecord struct {
	info     *search.FileInfo
	uuid     string
	identity transcript.ID
	ms       int64
	branch   string
	model    string
	texts    []refText
	ids      []string // in lower case
}

type refText struct {
	kind   string
	folded string
	text   string // as shown
	tool   string
}

// reference holds all records of a world.
type reference struct {
	w       *world
	records []refRecord
	hay     haystack
	folded  map[string]string // paths, projects and branches
	byID    map[string][]int32
}

func newReference(t testing.TB, w *world) *reference {
	t.Helper()
	r := &reference{w: w, folded: map[string]string{}, byID: map[string][]int32{}}
	for _, path := range sessionFiles(t, w.dir) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r.file(w.File(path), data)
	}
	for i := range r.records {
		for _, id := range slices.DeleteFunc(r.records[i].ids, func(id string) bool { return id == "" }) {
			r.byID[id] = append(r.byID[id], int32(i))
		}
	}
	r.stack()
	return r
}

func (r *reference) file(info *search.FileInfo, data []byte) {
	tools := map[string]string{}
	first := len(r.records)
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	data = bytes.ReplaceAll(data, []byte{0}, []byte(" ")) // NUL bytes do not make a record invalid
	for _, line := range bytes.Split(data, []byte("\n")) {
		for _, m := range objects(line) {
			if rec, ok := refParse(m, tools); ok {
				rec.info = info
				r.records = append(r.records, rec)
			}
		}
	}
	for i := first; i < len(r.records); i++ {
		for j := range r.records[i].texts {
			if t := &r.records[i].texts[j]; t.kind == "result" {
				t.tool = tools[t.tool]
			}
		}
	}
}

// objects returns the objects of a line, none if it contains anything else.
func objects(line []byte) (all []map[string]any) {
	d := json.NewDecoder(bytes.NewReader(line))
	for {
		var m map[string]any
		switch err := d.Decode(&m); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil || m == nil:
			return nil
		}
		all = append(all, m)
	}
}

func str(v any) string         { s, _ := v.(string); return s }
func obj(v any) map[string]any { m, _ := v.(map[string]any); return m }
func list(v any) []any         { l, _ := v.([]any); return l }

func refParse(m map[string]any, tools map[string]string) (refRecord, bool) {
	uuid := str(m["uuid"])
	id, _ := transcript.ParseID(uuid)
	rec := refRecord{uuid: uuid, identity: id, branch: str(m["gitBranch"])}
	if orig := str(obj(m["forkedFrom"])["messageUuid"]); orig != "" {
		rec.identity, _ = transcript.ParseID(orig)
	}
	stamp, _ := json.Marshal(str(m["timestamp"]))
	rec.ms = transcript.Millis(stamp)
	message := obj(m["message"])
	rec.model = str(message["model"])
	content := message["content"]
	var blocks []any
	switch c := content.(type) {
	case string:
		blocks = []any{map[string]any{"type": "text", "text": c}}
	case map[string]any:
		blocks = []any{c}
	case []any:
		blocks = c
	}
	for i, b := range blocks {
		if s, ok := b.(string); ok {
			blocks[i] = map[string]any{"type": "text", "text": s}
		}
	}
	switch str(m["type"]) {
	case "user":
		rec.user(m, blocks)
	case "assistant":
		rec.assistant(m, blocks, tools)
	case "system":
		rec.system(m)
	case "attachment":
		rec.attachment(m)
	default:
		if transcript.KindOf(str(m["type"])) != transcript.KindUnknown {
			return rec, false
		}
		rec.add("notice", str(m["type"]), "")
	}
	rec.ids = []string{strings.ToLower(uuid), strings.ToLower(str(m["requestId"]))}
	for _, b := range blocks {
		rec.ids = append(rec.ids, strings.ToLower(cmp.Or(str(obj(b)["tool_use_id"]), str(obj(b)["id"]))))
	}
	return rec, uuid != ""
}
