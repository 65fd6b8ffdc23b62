package transcript_test

import (
	"testing"

	"dendro/backend/transcript"
)

func TestSaidInstead(t *testing.T) {
	const before = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"
	for result, want := range map[string]string{
		before + "first a branch\nthen this":                               "first a branch\nthen this",
		before + "no\n\nNote: The user's next message may contain a hint.": "no",
		"The user doesn't want to take this action right now. STOP.":       "",
		"": "",
	} {
		if got := transcript.SaidInstead(result); got != want {
			t.Errorf("%q: %q, want %q", result, got, want)
		}
	}
}

// TestChannelsDeliverFiles: a message of a channel that has a file only names it.
func TestChannelsDeliverFiles(t *testing.T) {
	var dec transcript.Decoder
	for attributes, want := range map[string]string{
		` attachment_kind=\"document\" attachment_name=\"tides.pdf\">\n</channel>`: "Attachment: tides.pdf",
		` image_path=\"/home/ada/in/heron.jpg\"></channel>`:                        "Attachment: heron.jpg",
		` attachment_kind=\"voice\" attachment_file_id=\"f1\">  </channel>`:        "Attachment: voice",
		` image_path=\"/home/ada/in/heron.jpg\">what is it?</channel>`:             "what is it?",
	} {
		r, err := dec.Decode([]byte(`{"type":"user","isMeta":true,"message":{"role":"user","content":"<channel source=\"telegram\" user=\"ada\"` + attributes + `"}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Said(r.Blocks[0].Text); got != want || transcript.Classify(r) != transcript.ClassPrompt {
			t.Errorf("%s: %q, class %d", attributes, got, transcript.Classify(r))
		}
	}
}
