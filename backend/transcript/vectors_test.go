package transcript

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dendro/backend/jsonl"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files of the vectors anew")

// vectorDir holds hand-written session files, each with the expected records of every line
// and the expected summary.
var vectorDir = filepath.Join("..", "..", "testdata", "transcripts")

func vectorNames(tb testing.TB) []string {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join(vectorDir, "*.jsonl"))
	if err != nil || len(names) == 0 {
		tb.Fatalf("no vectors in %s: %v", vectorDir, err)
	}
	return names
}

func readVector(tb testing.TB, name string) []byte {
	tb.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func TestVectors(t *testing.T) {
	for _, name := range vectorNames(t) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".jsonl"), func(t *testing.T) {
			data := readVector(t, name)
			got := describe(t, data)
			golden := strings.TrimSuffix(name, ".jsonl") + ".golden"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want := readVector(t, golden)
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// The last line of a growing file is decoded before it is whole.
			var d Decoder
			for line := range bytes.Lines(data) {
				checkLine(t, &d, bytes.TrimSuffix(line, []byte("\n")))
			}
		})
	}
}

// ledgerText prints the entries of a ledger.
func ledgerText(s *Summary) (list []string) {
	s.Ledger.Entries(func(e *Entry) bool {
		text := fmt.Sprintf("%s node %d", [...]string{"response", "call", "failure", "attached"}[e.Kind], e.Node)
		switch e.Kind {
		case EntryResponse:
			text += fmt.Sprintf(" %v", e.Usage)
		case EntryCall:
			text += " " + s.Tools[e.Tool]
		}
		if e.File >= 0 {
			text += " " + s.FilesTouched[e.File]
		}
		if e.Writes {
			text += " writes"
		}
		list = append(list, text)
		return true
	})
	return list
}

// describe prints every decoded line of a file and the summary of the file.
func describe(t *testing.T, data []byte) []byte {
	var out bytes.Buffer
	var d Decoder
	z := NewSummarizer()
	lines := z.Lines(bytes.NewReader(data), nil)
	for lines.Next() {
		l := lines.Line()
		d.Records(l, func(l *jsonl.Line, r *Record, err error) { describeLine(&out, l, r, err) })
		z.Line(&d, l, nil)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	s := z.Summary()
	out.WriteString("summary")
	for i, n := range s.Nodes {
		fmt.Fprintf(&out, "\n\tnode %d: %s <- %s, %d, %q, %q, %s", i, s.Names.Text(n.ID), s.Names.Text(n.Parent),
			n.Time, s.SessionID(&n), s.BranchOf(&n), flagNames(n.Flags))
		if orig, copied := s.Aliases[n.ID]; copied {
			fmt.Fprintf(&out, ", is %s", s.Names.Text(orig))
		}
		if logical, ok := s.Logical[n.ID]; ok {
			fmt.Fprintf(&out, ", logical %s", s.Names.Text(logical))
		}
	}
	out.WriteString(summaryView(t, s))
	return out.Bytes()
}

func describeLine(out *bytes.Buffer, l *jsonl.Line, r *Record, err error) {
	fmt.Fprintf(out, "line %d, %d+%d", l.Number, l.Offset, l.Length)
	if l.Torn {
		out.WriteString(", torn")
	}
	if err != nil {
		fmt.Fprintf(out, ": %v\n", err)
		return
	}
	class := Classify(r)
	fmt.Fprintf(out, ": %s, %s", kindNames[r.Kind], classNames[class])
	if r.Kind.Chain() {
		fmt.Fprintf(out, ", %s", flagNames(flagsOf(r, class)))
	}
	fmt.Fprintf(out, "\n\t%s\n", strings.ReplaceAll(recordView(r), "\n", "\n\t"))
}

// summaryView prints the fields of a summary other than its nodes.
func summaryView(t *testing.T, s *Summary) string {
	var v view
	v.fields(t, reflect.ValueOf(*s))
	name := s.Names.Text
	for i, p := range s.Prompts {
		kind := ""
		if p.IsMessage {
			kind = "message: "
		}
		v.add(fmt.Sprintf("Prompts %02d", i), fmt.Sprintf("%s %d %s%s", name(p.ID), p.Time, kind, p.Text))
	}
	for i, title := range s.Titles {
		v.add(fmt.Sprintf("Titles %02d", i), fmt.Sprintf("%s %s", name(title.Leaf), title.Text))
	}
	for i, c := range s.Compactions {
		v.add(fmt.Sprintf("Compactions %02d", i), fmt.Sprintf("%s %s %d->%d head %s anchor %s tail %s",
			name(c.ID), c.Trigger, c.Before, c.After, name(c.Head), name(c.Anchor), name(c.Tail))+names(s, " kept", c.Kept))
	}
	if c := s.ForkContext; c != nil {
		v.add("ForkContext", fmt.Sprintf("agent %s of %s up to %s", c.AgentID, c.Session, name(c.Last)))
	}
	for i, e := range ledgerText(s) {
		v.add(fmt.Sprintf("Ledger %02d", i), e)
	}
	v.add("LastPromptLeaf", name(s.LastPromptLeaf))
	v.add("Leaves", names(s, "", s.Leaves))
	return "\n\t" + strings.ReplaceAll(v.String(), "\n", "\n\t") + "\n"
}

// names prints ids after a label, or "" for none.
func names(s *Summary, what string, ids []ID) string {
	if len(ids) == 0 {
		return ""
	}
	for _, id := range ids {
		what += " " + s.Names.Text(id)
	}
	return strings.TrimPrefix(what, " ")
}

// fields adds the fields of a struct that are not zero, including embedded ones.
func (v *view) fields(t *testing.T, of reflect.Value) {
	for i := range of.NumField() {
		field, value := of.Type().Field(i), of.Field(i)
		switch field.Name {
		case "TypeOf", "Nodes", "Names", "Aliases", "Captured", "Logical", "Queue", "Prompts", "Titles", "Compactions", "ForkContext", "LastPromptLeaf", "Leaves":
			continue // printed as text elsewhere
		}
		if value.IsZero() {
			continue
		}
		if field.Anonymous {
			v.fields(t, value)
			continue
		}
		shown := value.Interface()
		if field.Name == "Types" {
			counts := map[string]int{}
			for i, name := range shown.([]string) {
				counts[name] = int(of.FieldByName("TypeOf").Index(i).Int())
			}
			shown = counts
		}
		raw, err := json.Marshal(shown)
		if err != nil {
			t.Fatal(err)
		}
		v.add(field.Name, json.RawMessage(raw))
	}
}

var kindNames = map[Kind]string{
	KindUnknown: "unknown", KindUser: "user", KindAssistant: "assistant", KindSystem: "system",
	KindAttachment: "attachment", KindProgress: "progress", KindSummary: "summary", KindCustomTitle: "custom title",
	KindAITitle: "ai title", KindAgentName: "agent name", KindLastPrompt: "last prompt", KindRelocated: "relocated",
	KindContinuedIn: "continued in", KindForkContext: "fork context", KindQueue: "queue", KindSide: "side",
	KindTag: "tag", KindPRLink: "pull request", KindBridge: "bridge",
}

var classNames = map[Class]string{
	ClassNone: "-", ClassPrompt: "prompt", ClassReply: "reply", ClassToolResult: "tool result", ClassCommand: "command",
	ClassBash: "bash", ClassOutput: "output", ClassCompactSummary: "compact summary", ClassNotification: "notification",
	ClassInterruption: "interruption", ClassInjected: "injected", ClassTask: "task", ClassMessage: "message",
}

func flagNames(f Flags) string {
	names := [...]string{
		"user", "assistant", "system", "attachment", "progress", "prompt", "command", "tool-use", "tool-result", "text",
		"sidechain", "meta", "team", "compact-summary", "boundary", "caveat", "output", "interrupted", "api-error",
		"background", "forked", "plan", "repeated", "behind-side", "asked-again", "failed", "queued", "delivered", "message",
	}
	var on []string
	for i, name := range names {
		if f.Has(1 << i) {
			on = append(on, name)
		}
	}
	return "[" + strings.Join(on, " ") + "]"
}
