package chattree_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// old returns records with a version and a time.
func old(version, stamp string, records ...rec) []rec {
	list := make([]rec, len(records))
	for i, r := range records {
		list[i] = r.with("version", version).with("timestamp", "2026-10-01T"+stamp+".000Z")
	}
	return list
}

// again returns a copy of records as made by -p --resume of 1.0.0–1.0.85: linear, with new
// uuids and the same messages; prompts become blocks.
func again(prefix string, records ...rec) []rec {
	list := make([]rec, len(records))
	last := ""
	for i, r := range records {
		r.uuid, r.parent = prefix+r.uuid, last
		last = r.uuid
		if message := r.more["message"].(map[string]any); r.typ == "user" {
			if words, ok := message["content"].(string); ok {
				r = r.with("message", map[string]any{"role": "user", "content": []any{map[string]any{"type": "text", "text": words}}})
			}
		}
		list[i] = r
	}
	return list
}

// called is a call of the response that began with c1; answered is its result.
func called(uuid, parent string) rec {
	use := map[string]any{"type": "tool_use", "id": "toolu_" + uuid, "name": "Bash", "input": map[string]any{}}
	return reply(uuid, parent, "").with("message", map[string]any{"role": "assistant", "id": "msg_c1", "content": []any{use}})
}

func answered(uuid, parent, call string) rec {
	result := map[string]any{"type": "tool_result", "tool_use_id": "toolu_" + call, "content": "1"}
	return user(uuid, parent, "").with("message", map[string]any{"role": "user", "content": []any{result}})
}

// then concatenates records.
func then(lists ...[]rec) []rec {
	var all []rec
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// TestCopiesOfOldVersions: -p --resume of 1.0.0–1.0.85 copies into a new file, with new
// uuids. Equal message ids show that the records are the same.
func TestCopiesOfOldVersions(t *testing.T) {
	const v = "1.0.54"
	first := []rec{user("u1", "", "One?"), reply("a1", "u1", "One.")}
	second := []rec{user("u2", "a1", "Two?"), reply("a2", "u2", "Two.")}
	parent := func() chattree.File {
		return file("a", 0, then(old(v, "07:00:00", first...), old(v, "07:00:10", second...))...)
	}
	own := func(name, above, stamp string) []rec {
		return old(v, stamp, user("u"+name, above, "On "+name), reply("a"+name, "u"+name, "So "+name))
	}
	child := func(id, stamp string, from ...rec) chattree.File {
		return file(id, 0, then(old(v, stamp, again(id, from...)...), own(id, id+from[len(from)-1].uuid, stamp))...)
	}
	both := then(first, second)
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"a copy of all of it resumes it",
			[]chattree.File{parent(), child("b", "08:00:00", both...)},
			"a:\n  a root\n    b resumed certain at=ba2 4+2 shared-uuids,message-id\n",
		},
		{
			"a copy of its beginning is a fork",
			[]chattree.File{parent(), child("b", "08:00:00", first...)},
			"a:\n  a root\n    b forked certain at=ba1 2+2 shared-uuids,message-id\n",
		},
		{
			"a chain of three: the nearest is the parent",
			[]chattree.File{
				parent(), child("b", "08:00:00", both...),
				child("c", "09:00:00", then(again("b", both...), own("b", "ba2", "08:00:00"))...),
			},
			"a:\n  a root\n    b resumed certain at=ba2 4+2 shared-uuids,message-id\n      c resumed certain at=cab 6+2 shared-uuids,message-id\n",
		},
		{
			// 1.0.54: the client was killed while one of two calls ran, and drops that
			// call.
			"a copy of all but a call without a result resumes it",
			[]chattree.File{
				file("a", 0, old(v, "07:00:00", then(first, []rec{user("u2", "a1", "Two?"), called("c1", "u2"), called("c2", "c1"), answered("r1", "c2", "c1")})...)...),
				child("b", "08:00:00", then(first, []rec{user("u2", "a1", "Two?"), called("c1", "u2"), answered("r1", "c1", "c1")})...),
			},
			"a:\n  a root\n    b resumed certain at=br1 5+2 shared-uuids,message-id\n",
		},
		{
			"hooks that ran in the parent are not copied",
			[]chattree.File{
				file("a", 0, old(v, "07:00:00", user("u1", "", "One?"), system("s", "u1", ""), reply("a1", "s", "One."))...),
				child("b", "08:00:00", first...),
			},
			"a:\n  a root\n    b resumed certain at=ba1 2+2 shared-uuids,message-id\n",
		},
		{
			"what goes round in a circle above a reply",
			[]chattree.File{
				file("a", 0, old(v, "07:00:00", user("u1", "u2", "One?"), user("u2", "u1", "Two?"), reply("a1", "u2", "One."))...),
				file("b", 0, old(v, "08:00:00", user("v1", "v2", "One?"), user("v2", "v1", "Two?"), reply("b1", "v2", "One.").says("a1"))...),
			},
			"a:\n  a root\n    b resumed certain at=b1 3+0 shared-uuids,message-id\n",
		},
		{
			"the copy comes first by its name",
			[]chattree.File{file("z", 0, old(v, "07:00:00", first...)...), child("b", "08:00:00", first...)},
			"z:\n  z root\n    b resumed certain at=ba1 2+2 shared-uuids,message-id\n",
		},
		{
			"two resumes of one parent",
			[]chattree.File{parent(), child("b", "08:00:00", both...), child("c", "09:00:00", both...)},
			"a:\n  a root\n    b resumed certain at=ba2 4+2 shared-uuids,message-id\n    c resumed certain at=ca2 4+2 shared-uuids,message-id\n",
		},
		{
			"the same words under other messages are another conversation",
			[]chattree.File{parent(), file("b", 0, old(v, "08:00:00", user("v1", "", "One?"), reply("b1", "v1", "One."))...)},
			"b:\n  b root\na:\n  a root\n",
		},
		{
			"the ids of another service, which repeats them, say nothing",
			[]chattree.File{
				file("a", 0, old(v, "07:00:00", user("u1", "", "List"), withMessage("chatcmpl-0", reply("a1", "u1", "None.")))...),
				file("b", 0, old(v, "08:00:00", user("v1", "", "List, please"), withMessage("chatcmpl-0", reply("b1", "v1", "None.")))...),
			},
			"b:\n  b root\na:\n  a root\n",
		},
		{
			"nor does one that several replies of one conversation have",
			[]chattree.File{
				file("a", 0, old(v, "07:00:00", user("u1", "", "List"), withMessage("msg_0", reply("a1", "u1", "None.")),
					user("u2", "a1", "And now?"), withMessage("msg_0", reply("a2", "u2", "Two.")))...),
				file("b", 0, old(v, "08:00:00", user("v1", "", "List, please"), withMessage("msg_0", reply("b1", "v1", "None.")))...),
			},
			"b:\n  b root\na:\n  a root\n",
		},
		{
			"another program's copy of a later version",
			[]chattree.File{
				file("a", 0, old("2.1.50", "07:00:00", first...)...),
				file("b", 0, old("2.1.50", "08:00:00", again("b", first...)...)...),
			},
			"a:\n  a root\n    b resumed certain at=ba1 2+0 shared-uuids,message-id\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// withMessage sets a reply's message id.
func withMessage(id string, r rec) rec {
	message := maps.Clone(r.more["message"].(map[string]any))
	message["id"] = id
	return r.with("message", message)
}

// TestRepeatedMessageCountsTwice: a message that occurs twice on one path of a conversation was sent twice.
func TestRepeatedMessageCountsTwice(t *testing.T) {
	twice := then(talk("0", ""), talk("1", "a0"), []rec{user("u2", "a1", "Again?"), reply("a2", "u2", "Reply 1").says("a1")})
	c, _ := chattree.Build([]chattree.File{
		file("a", 0, old("1.0.54", "07:00:00", twice...)...), file("b", 0, old("1.0.54", "08:00:00", again("b", twice...)...)...),
	}, nil).Session("a")
	if len(c.Sessions) != 2 || c.Identities().Of(id("a2")) != id("a2") {
		t.Errorf("of %d sessions the second reply is taken for the first", len(c.Sessions))
	}
}

// TestOneIdentity: all copies of a record have the identity of the first one, including
// those of a prompt with an image, which is split in two (1.0.111).
func TestOneIdentity(t *testing.T) {
	picture := map[string]any{"type": "image", "source": map[string]any{"type": "base64", "media_type": "image/png", "data": "AAAA"}}
	words := map[string]any{"type": "text", "text": "What is that?"}
	asked := func(uuid, parent string, content ...any) rec {
		return rec{"user", uuid, parent, map[string]any{"message": map[string]any{"role": "user", "content": content}}}
	}
	const v = "1.0.111"
	a1 := reply("a1", "u1", "A door.")
	files := []chattree.File{
		file("c", 0, old(v, "09:00:00", asked("cp", "", picture), asked("cu", "cp", words), again("c", a1)[0].below("cu"), user("c2", "ca1", "And?"), reply("c3", "c2", "Open."))...),
		file("a", 0, old(v, "07:00:00", asked("u1", "", picture, words), a1)...),
		file("b", 0, old(v, "08:00:00", asked("bp", "", picture), asked("bu", "bp", words), again("b", a1)[0].below("bu"))...),
	}
	c, _ := chattree.Build(files, nil).Session("a")
	same := c.Identities()
	for copied, want := range map[string]string{"bp": "u1", "bu": "u1", "ba1": "a1", "cp": "u1", "cu": "u1", "ca1": "a1", "c2": "c2", "u1": "u1", "a1": "a1"} {
		if got := same.Of(id(copied)); got != id(want) {
			t.Errorf("%s is not %s", copied, want)
		}
	}
	if !c.Reminted() {
		t.Error("nothing was copied under another uuid")
	}
	for _, s := range c.Sessions {
		if want := s.ID != "a"; s.Repeats() != want {
			t.Errorf("%s repeats: %v", s.ID, s.Repeats())
		}
	}
}

// TestTwiceInOneFile: a repeated record counts once, in the file and in its copies.
func TestTwiceInOneFile(t *testing.T) {
	summary := user("k", "", "So far: one door.").with("isCompactSummary", true)
	again := user("l", "", "So far: one door.").with("isCompactSummary", true)
	twice := []rec{
		user("u0", "", "A"), reply("a0", "u0", "B"), summary, user("u1", "k", "C"), reply("a1", "u1", "D"),
		again, user("v1", "l", "C"), reply("b1", "v1", "D").says("a1"),
	}
	own := []rec{user("u2", "b1", "E"), reply("a2", "u2", "F")}
	copied := make([]rec, len(twice))
	for i, r := range twice {
		copied[i] = r.with("timestamp", fmt.Sprintf("2026-10-01T08:00:0%d.000Z", i))
	}
	files := []chattree.File{file("a", 0, twice...), file("b", 5, then(copied, own)...)}
	if got, want := tree(files...), "a:\n  a root\n    b resumed certain at=a1 5+2 shared-uuids\n"; got != want {
		t.Errorf("(-want +got):\n%s", gocmp.Diff(want, got))
	}
	c, s := chattree.Build(files[:1], nil).Session("a")
	if d := drawing(c, map[string]string{"a": "A"}); d != "root A 1@0 A \n  compaction A 1@1 C *>c\n" {
		t.Errorf("drawn as\n%s", d)
	}
	if s.SegmentOf(7) != s.SegmentOf(4) || s.SegmentOf(7) == s.SegmentOf(1) {
		t.Errorf("segments %d, %d and %d", s.SegmentOf(1), s.SegmentOf(4), s.SegmentOf(7))
	}
	_, b := chattree.Build(files, nil).Session("b")
	for _, of := range []*chattree.Session{s, b} {
		if !of.Repeats() {
			t.Errorf("%s repeats nothing", of.ID)
		}
	}
	if c, _ := chattree.Build(files, nil).Session("b"); c.Identities().Of(id("b1")) != id("a1") {
		t.Error("what a file says twice has two identities")
	}
	waiting := file("w", 0, user("u0", "", "A"), reply("a0", "u0", "B"), user("u1", "a0", "C").with("timestamp", "2026-10-01T09:00:00.000Z"), user("v1", "a0", "C").with("timestamp", "2026-10-01T09:00:00.000Z"))
	if _, w := chattree.Build([]chattree.File{waiting}, nil).Session("w"); w.Stranded != 0 || w.Prompts != 2 {
		t.Errorf("of a prompt that stands twice at the end %d are left behind", w.Stranded)
	}
	if s.Stranded != 0 || s.Prompts != 2 || s.Own != 5 || len(s.Compactions) != 1 || s.Records != 8 {
		t.Errorf("%d stranded, %d prompts, %d messages, %d compactions, %d records", s.Stranded, s.Prompts, s.Own, len(s.Compactions), s.Records)
	}
}

// says returns a reply with another's message.
func (r rec) says(uuid string) rec {
	message := maps.Clone(r.more["message"].(map[string]any))
	message["id"] = "msg_" + uuid
	return r.with("message", message)
}

func (r rec) below(parent string) rec {
	r.parent = parent
	return r
}

func id(uuid string) transcript.ID {
	id, _ := transcript.ParseID(uuid)
	return id
}

// TestSilentFiles: a file without conversation is not a chat (1.0.128, 2.0.77). Unreadable
// records may be conversation.
func TestSilentFiles(t *testing.T) {
	of := func(text string) chattree.File {
		return chattree.File{File: transcript.File{ID: "one", Path: "projects/p/one.jsonl", Root: "/r", Size: int64(len(text))}, Summary: summarize([]byte(text))}
	}
	unread := of("")
	unread.Unread = true
	const title = `{"type":"summary","summary":"A title","leafUuid":"gone"}` + "\n"
	for _, tt := range []struct {
		name string
		file chattree.File
		want int
	}{
		{"an empty one", of(""), 0},
		{"a title", of(title), 0},
		{"a title and what was queued", of(title + `{"type":"queue-operation","operation":"enqueue"}` + "\n"), 0},
		{"a prompt", file("one", 0, user("u1", "", "A")), 1},
		{"a line that is none", of(title + "torn\n"), 1},
		{"a last line that is being written", of(title + `{"type":"user"`), 1},
		{"one that could not be read", unread, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := len(chattree.Build([]chattree.File{tt.file}, nil).Chats()); got != tt.want {
				t.Errorf("%d chats, want %d", got, tt.want)
			}
		})
	}
	begun := file("two", 5, user("u1", "", "A").with("forkedFrom", map[string]any{"sessionId": "one", "messageUuid": "u1"}))
	if got, want := tree(of(title), begun), "one:\n  one root\n    two forked certain at= 0+1 forkedFrom\n"; got != want {
		t.Errorf("a parent that says nothing (-want +got):\n%s", gocmp.Diff(want, got))
	}
}

// TestDatedByFile: a session without any time in its records is dated by its file, and
// marked so.
func TestDatedByFile(t *testing.T) {
	undated := user("u1", "", "A").with("timestamp", nil)
	modified := time.Date(2026, 11, 5, 12, 30, 0, 0, time.FixedZone("", 3600))
	for _, tt := range []struct {
		name         string
		records      []rec
		modified     time.Time
		start, dated string
	}{
		{"no time", []rec{undated}, modified, "2026-11-05T11:30:00Z", "file"},
		{"a record has one", []rec{user("u1", "", "A")}, modified, "2026-10-01T08:00:00.000Z", ""},
		{"not even the file", []rec{undated}, time.Time{}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := file("one", 0, tt.records...)
			f.ModTime = tt.modified
			c, s := chattree.Build([]chattree.File{f}, nil).Session("one")
			want := chattree.Time(tt.start)
			if s.Start != want || s.End != want || c.Start != want || c.End != want || s.Dated != tt.dated {
				t.Errorf("session %s–%s, dated %q; chat %s–%s; want %s, %q", s.Start, s.End, s.Dated, c.Start, c.End, want, tt.dated)
			}
		})
	}
}

// TestChatDatedByFile: such a session's time counts among the times of its chat.
func TestChatDatedByFile(t *testing.T) {
	dated := file("one", 0, user("u1", "", "A"), reply("a1", "u1", "B"))
	undated := file("two", 0, user("u2", "a1", "C").with("timestamp", nil).with("forkedFrom", map[string]any{"sessionId": "one", "messageUuid": "a1"}))
	undated.ModTime = time.Date(2026, 11, 5, 12, 30, 0, 0, time.UTC)
	c, _ := chattree.Build([]chattree.File{dated, undated}, nil).Session("two")
	if c.Start != "2026-10-01T08:00:00.000Z" || c.End != "2026-11-05T12:30:00Z" {
		t.Errorf("from %s to %s", c.Start, c.End)
	}
}
