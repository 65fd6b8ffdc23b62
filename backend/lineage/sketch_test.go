package lineage_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// file returns the links of a sketched session: records separated by commas, each with its
// kind, its uuid and attributes. A record continues the one before it unless it has <uuid,
// or <- for null. It is one second later unless it has at=seconds, or at=none. =uuid
// repeats the content of that record.
func file(t testing.TB, sketch string) *lineage.Links {
	t.Helper()
	var facts transcript.Facts
	var decoder transcript.Decoder
	collector := transcript.NewCollector(&facts)
	for _, line := range lines(sketch) {
		text, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := decoder.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		collector.Add(r, transcript.Classify(r))
	}
	return lineage.New("one", &facts)
}

type object = map[string]any

var begin = time.Date(2026, 10, 1, 8, 0, 0, 0, time.UTC)

func lines(sketch string) []object {
	var all []object
	before := ""
	for i, record := range strings.Split(sketch, ",") {
		words := strings.Fields(record)
		kind, uuid := words[0], words[1]
		parent, says, seconds := before, uuid, strconv.Itoa(i)
		option := object{}
		for _, word := range words[2:] {
			key, value, pair := strings.Cut(word, "=")
			switch {
			case word == "<-":
				parent = ""
			case word[0] == '<':
				parent = word[1:]
			case word[0] == '=':
				says = value
			case key == "at":
				seconds = value
			case pair:
				option[key] = value
			default:
				option[key] = true
			}
		}
		line := said(kind, uuid, parent, says, option)
		line["sessionId"] = "one"
		if s, err := strconv.ParseFloat(seconds, 64); err == nil {
			line["timestamp"] = begin.Add(time.Duration(s * float64(time.Second))).Format("2006-01-02T15:04:05.000Z")
		}
		if kind != "last" {
			line["uuid"], line["parentUuid"] = uuid, any(parent)
			if parent == "" {
				line["parentUuid"] = nil
			}
			before = uuid
		}
		for key, value := range option {
			add(line, key, value)
		}
		all = append(all, line)
	}
	return all
}

// said returns a content for a kind of record.
func said(kind, uuid, parent, says string, option object) object {
	text := object{"type": "text", "text": "Words of " + says}
	image := object{"type": "image", "source": object{"type": "base64", "media_type": "image/png", "data": "AAAA"}}
	user := func(content any) object {
		message := object{"role": "user", "content": content}
		if v, ok := option["id"]; ok {
			message["id"] = v
			delete(option, "id")
		}
		return object{"type": "user", "message": message}
	}
	reply := func(block object) object {
		message := object{"role": "assistant", "id": "msg_" + says, "model": "claude", "content": []any{block}}
		for _, key := range []string{"id", "model"} {
			if v, ok := option[key]; ok {
				message[key] = v
				delete(option, key)
			}
		}
		return object{"type": "assistant", "message": message}
	}
	attached := func(a object) object { return object{"type": "attachment", "attachment": a} }
	switch kind {
	case "prompt":
		return user(text["text"])
	case "image":
		return user([]any{image, text})
	case "picture":
		return user([]any{image})
	case "words":
		return user([]any{text})
	case "meta":
		return object{"type": "user", "isMeta": true, "message": object{"role": "user", "content": text["text"]}}
	case "caveat":
		return object{"type": "user", "isMeta": true, "message": object{"role": "user", "content": "Caveat: what follows was typed to the program"}}
	case "command":
		return user("<command-name>/" + says + "</command-name>")
	case "compact":
		return user("/compact")
	case "output":
		return user("<local-command-stdout>" + says + "</local-command-stdout>")
	case "interruption":
		return user("[Request interrupted by user]")
	case "summary":
		return object{"type": "user", "isCompactSummary": true, "message": object{"role": "user", "content": text["text"]}}
	case "result":
		call := parent
		if says != uuid {
			call = says
		}
		return user([]any{object{"type": "tool_result", "tool_use_id": "t_" + call, "content": "ok"}})
	case "reply":
		return reply(text)
	case "blank":
		return reply(object{"type": "text", "text": "(no content)"})
	case "empty":
		return reply(object{"type": "text", "text": " \n"})
	case "thinking":
		return reply(object{"type": "thinking", "thinking": "Hm."})
	case "call":
		return reply(object{"type": "tool_use", "id": "t_" + says, "name": "Read", "input": object{}})
	case "boundary":
		return object{"type": "system", "subtype": "compact_boundary"}
	case "system":
		return object{"type": "system", "subtype": "informational", "content": "x"}
	case "hook":
		return attached(object{"type": "hook_success"})
	case "retried":
		return object{"type": "system", "subtype": "api_error", "error": object{"status": 529}}
	case "queued":
		return attached(object{"type": "queued_command", "commandMode": "prompt", "prompt": text["text"]})
	case "progress":
		return object{"type": "progress", "data": object{"type": "hook_progress"}}
	case "last":
		if uuid == "zeros" {
			uuid = "00000000-0000-0000-0000-000000000000"
		}
		return object{"type": "last-prompt", "leafUuid": uuid}
	}
	panic("no such kind: " + kind)
}

// add applies an attribute of the sketch to a record.
func add(line object, key string, value any) {
	inside := func(of, part string) object {
		meta, _ := line["compactMetadata"].(object)
		if meta == nil {
			meta = object{}
			line["compactMetadata"] = meta
		}
		if meta[of] == nil {
			meta[of] = object{}
		}
		meta[of].(object)[part] = value
		return meta[of].(object)
	}
	switch key {
	case "side":
		line["isSidechain"] = true
	case "error":
		line["isApiErrorMessage"] = true
	case "queued":
		line["queueTranscriptOnly"] = true
	case "team":
		line["teamName"] = "red"
	case "session":
		line["sessionId"] = value
	case "v":
		line["version"] = value
	case "logical":
		line["logicalParentUuid"] = value
	case "plan":
		line["planContent"] = value
		if value == "null" {
			line["planContent"] = nil
		}
	case "head", "anchor", "tail":
		inside("preservedSegment", key+"Uuid")
	case "kept":
		inside("preservedMessages", "uuids")["uuids"] = strings.Split(fmt.Sprint(value), "+")
	case "explicit":
		line["explicit"] = true
	default:
		panic("no such option: " + key)
	}
}

// name returns the uuid of a record, or "-".
func name(l *lineage.Links, i int32) string {
	if i == lineage.None {
		return "-"
	}
	return l.Facts.Names.Text(l.Facts.Nodes[i].ID)
}

func names(l *lineage.Links, list []int32) string {
	var all []string
	for _, i := range list {
		all = append(all, name(l, i))
	}
	return strings.Join(all, " ")
}

// find returns the record with this uuid.
func find(t *testing.T, l *lineage.Links, uuid string) int32 {
	t.Helper()
	for i := range l.Facts.Nodes {
		if name(l, int32(i)) == uuid {
			return int32(i)
		}
	}
	t.Fatalf("no record %s", uuid)
	return lineage.None
}

// ups prints the predecessors of the records that want names, in the same format: u2<a1.
func ups(t *testing.T, l *lineage.Links, want string) string {
	t.Helper()
	var all []string
	for _, link := range strings.Fields(want) {
		uuid, _, _ := strings.Cut(link, "<")
		all = append(all, uuid+"<"+name(l, l.Up[find(t, l, uuid)]))
	}
	return strings.Join(all, " ")
}

// repeats lists repeats with their originals: b1=a1.
func repeats(l *lineage.Links) string {
	var all []string
	for i := range l.Up {
		if at := int32(i); l.Repeat(at) {
			all = append(all, name(l, at)+"="+name(l, l.Original(at)))
		}
	}
	return strings.Join(all, " ")
}

// rewinds lists the rewinds with each branch from its first record to its tip and a star on
// the active one. Brackets mark splits that no prompt opens.
func rewinds(l *lineage.Links) string {
	var all []string
	for _, r := range l.Rewinds {
		text := name(l, r.At) + ":"
		for _, b := range r.Branches {
			text += " " + name(l, b.First) + ".." + name(l, b.Tip)
			if b.Active {
				text += "*"
			}
		}
		if !r.Human {
			text = "(" + text + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}
