package transcript

import (
	"bytes"

	"dendro/backend/jsonl"
)

// Sent is how much a record adds to a request.
type Sent struct {
	Bytes    int // of its texts, those of its results among them
	Output   int // of its results, of calls that the client executed
	Results  int
	Pictures int // and documents, also in results
}

// Sent returns how much r adds to a request.
func (r *Record) Sent() (s Sent) {
	for i := range r.Blocks {
		switch b := &r.Blocks[i]; b.Kind {
		case BlockImage, BlockDocument:
			s.Pictures++
		case BlockToolResult:
			n := OutputBytes(b.Content)
			s.Bytes += n
			if r.Kind == KindUser {
				s.Results, s.Output = s.Results+1, s.Output+n
			}
			b.Content.Elements(func(e jsonl.Value) {
				if isPicture(e) {
					s.Pictures++
				}
			})
		default:
			s.Bytes += len(b.Text) + len(b.Input)
		}
	}
	if r.AttachmentKind() == AttachmentQueued {
		ContentTexts(r.QueuedCommand().Prompt, func(text jsonl.Value) { s.Bytes += len(text) })
	}
	return s
}

// Refusal is a reason why a conversation as it is gets no further answer.
type Refusal string

// The reasons.
const (
	RefusedLong       Refusal = "long"       // the conversation exceeds the model's limit
	RefusedPicture    Refusal = "picture"    // a picture or a document is not accepted
	RefusedCompaction Refusal = "compaction" // /compact failed
	RefusedModel      Refusal = "model"      // the model is not available
)

// refusals are words of the errors that the client writes in place of a reply, in lower
// case (1.0.x–2.1.332; the service's own messages are quoted within). Advice to run /compact
// is no error of it.
var refusals = []struct {
	words [][]byte
	what  Refusal
}{
	{[][]byte{[]byte("compact")}, RefusedCompaction},
	{[][]byte{[]byte("too long"), []byte("context limit"), []byte("context window"), []byte("context length")}, RefusedLong},
	{[][]byte{[]byte("image"), []byte("pdf"), []byte("many-image")}, RefusedPicture},
	{[][]byte{[]byte("selected model"), []byte(`"message":"model:`), []byte("not_found_error: model:")}, RefusedModel},
}

// compactionFailed are the beginnings of what a failed /compact says, in lower case. They
// are outputs of a local command.
var compactionFailed = [][]byte{[]byte("error during compaction"), []byte("error: error during compaction"), []byte("compaction failed"), []byte("error: compaction")}

// Refusal returns why the request that r answers was refused, or "".
func (r *Record) Refusal() Refusal {
	if r.Kind != KindAssistant {
		for i := range r.Texts() {
			if t := &r.texts[i]; t.Kind == TextNotice && startsWithAny(lowerHead(t.Line(r, HeadBytes)), compactionFailed) {
				return RefusedCompaction
			}
		}
		return ""
	}
	for i := range r.Blocks {
		if text := r.Blocks[i].Text; IsAPIError(r, text) {
			said := bytes.ReplaceAll(lowerHead(text.Head(refusalBytes)), []byte("/compact"), nil)
			for _, refusal := range refusals {
				if containsAny(said, refusal.words) {
					return refusal.what
				}
			}
		}
	}
	return ""
}

// refusalBytes is the length of an error's prefix that names its reason.
const refusalBytes = 1 << 10

func lowerHead(text string) []byte { return bytes.ToLower(bytes.TrimSpace([]byte(text))) }

func startsWithAny(text []byte, words [][]byte) bool {
	for _, word := range words {
		if bytes.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

func containsAny(text []byte, words [][]byte) bool {
	for _, word := range words {
		if bytes.Contains(text, word) {
			return true
		}
	}
	return false
}
