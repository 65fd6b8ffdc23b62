package session

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// SideRecord is a line outside the conversation of a session's file, or of one of its
// agents': no row shows it.
type SideRecord struct {
	Ref   string `json:"ref"` // what RawRecord knows it by
	Type  string `json:"type"`
	Line  int    `json:"line"` // of its file, from 1
	Bytes int64  `json:"bytes"`
	Agent string `json:"agent,omitempty"` // the agent whose file contains it
	// Problem is the reason why the line holds no record, or "".
	Problem thread.Problem `json:"problem,omitempty"`
}

// sidePrefix begins the name of a side record, which has no uuid. The agent of its file
// follows, if any, and its index in the file: "side-12", "side-a1b2c3-0".
const sidePrefix = "side-"

// SideRecords returns at most n side records of a session and its agents, starting at from,
// file by file in line order, and their total number. bad selects only lines without a
// record.
func (l *Records) SideRecords(ctx context.Context, id string, bad bool, from, n int) (list []SideRecord, total int, err error) {
	err = l.threads.withSession(ctx, id, func(s *target, o *opened) error {
		list, total = []SideRecord{}, 0
		for _, e := range s.files {
			index := o.indexes[e]
			if index == nil || s.inheritedAgents[e] {
				continue
			}
			prefix, agent := sidePrefix, ""
			if e.Agent {
				agent = e.ID
				prefix += agent + "-"
			}
			for i, side := range index.Sides() {
				if bad && side.Problem == thread.ProblemNone {
					continue
				}
				if total++; total <= from || len(list) == n {
					continue
				}
				list = append(list, SideRecord{
					Ref: prefix + strconv.Itoa(i), Type: side.Type, Line: side.Line, Bytes: side.Span.Length,
					Agent: agent, Problem: side.Problem,
				})
			}
		}
		return nil
	})
	return list, total, err
}

// sideRecord returns a part of a side record.
func (l *Records) sideRecord(ctx context.Context, id, name string, from, n int) (raw RawText, err error) {
	agent, number := "", name
	if cut := strings.LastIndexByte(name, '-'); cut > 0 {
		agent, number = name[:cut], name[cut+1:]
	}
	err = l.threads.withSession(ctx, id, func(s *target, o *opened) error {
		x := o.indexOf(s, agent)
		i, err := strconv.Atoi(number)
		if err != nil || x == nil || i < 0 || i >= len(x.Sides()) {
			return NoRecord(sidePrefix+name, id)
		}
		side := x.Sides()[i]
		d := o.loader()
		defer d.close()
		if side.Problem != thread.ProblemNone {
			raw, err = d.part(ctx, x.File(), side.Span, from, n)
			return err
		}
		line, err := d.load(ctx, x.File(), side.Span)
		if err != nil {
			return err
		}
		var decoder transcript.Decoder
		r, err := decoder.Decode(line)
		if err != nil || r.Type != side.Type {
			return thread.ErrStale
		}
		raw = rawPart(indented(r.Raw), from, n)
		return nil
	})
	return raw, err
}

// indexOf returns the index of the session's own file where agent is "", else
// of that agent's, nil where there is none.
func (o *opened) indexOf(s *target, agent string) *thread.Index {
	for _, e := range s.files {
		if !s.inheritedAgents[e] && (agent == "" && !e.Agent || e.Agent && e.ID == agent) {
			return o.indexes[e]
		}
	}
	return nil
}

// part returns a part of a raw line, whatever it holds. It reads no more than that, however
// long the line is.
func (d *fileLoader) part(ctx context.Context, path string, line thread.Span, from, n int) (RawText, error) {
	from = int(min(max(int64(from), 0), line.Length))
	n = int(min(int64(max(n, utf8.UTFMax)), line.Length-int64(from)))
	text, err := d.load(ctx, path, thread.Span{Offset: line.Offset + int64(from), Length: int64(n)})
	if err != nil {
		return RawText{}, err
	}
	raw := RawText{From: from, Next: from + n, Total: int(line.Length)}
	if int64(raw.Next) == line.Length {
		raw.Next = -1
	} else if cut := wholeRunes(text); cut > 0 {
		raw.Next -= len(text) - cut
		text = text[:cut]
	}
	raw.Text = string(bytes.ToValidUTF8(text, []byte("\uFFFD")))
	return raw, nil
}

// wholeRunes returns how much of a text ends in a whole rune, where only a few
// bytes are missing.
func wholeRunes(text []byte) int {
	for i := len(text) - 1; i >= 0 && i >= len(text)-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				return i
			}
			break
		}
	}
	return len(text)
}
