package transcript

import (
	"strings"
	"testing"

	"dendro/backend/internal/plain"
	"dendro/backend/jsonl"
)

func TestID(t *testing.T) {
	const uuid = "0123abcd-4567-489a-8bcd-ef0123456789"
	tests := []struct {
		text             string
		canonical, valid bool // canonical: held in the ID alone; valid: IsUUID
	}{
		{uuid, true, true},
		{strings.ToUpper(uuid), false, true},
		{"00000000-0000-0000-0000-000000000000", false, true}, // the zero ID is "none"
		{"ffffffff-ffff-ffff-ffff-ffffffffffff", true, true},
		{"", true, false},
		{"a", false, false},
		{uuid[:35], false, false},
		{uuid + "0", false, false},
		{strings.Replace(uuid, "-", "0", 1), false, false},
		{"0123abcg-4567-489a-8bcd-ef0123456789", false, false},
		{"0123abcd-4567-489a-8bcd-ef01234567\xff9", false, false},
		{"登录", false, false},
		{"../../../../../../../../etc/passwd-x", false, false},
	}
	seen := map[ID]string{}
	for _, test := range tests {
		id, canonical := ParseID(test.text)
		if canonical != test.canonical || plain.IsUUID(test.text) != test.valid {
			t.Errorf("%q: canonical %v, IsUUID %v", test.text, canonical, plain.IsUUID(test.text))
		}
		if other, ok := seen[id]; ok {
			t.Errorf("%q and %q have one ID", test.text, other)
		}
		seen[id] = test.text
		if id.IsZero() != (test.text == "") {
			t.Errorf("%q: zero %v", test.text, id.IsZero())
		}
		names := Names{}
		ref := refOf(jsonl.Value(`"` + test.text + `"`))
		text := strings.ToValidUTF8(test.text, "\ufffd")
		if got := names.Text(names.Add(ref)); got != text || ref.String() != text {
			t.Errorf("%q reads back as %q, %q", test.text, got, ref)
		}
		if test.canonical != (len(names) == 0) {
			t.Errorf("%q: %d names kept", test.text, len(names))
		}
	}
}

// All spellings of an id are equal.
func TestRefEscaped(t *testing.T) {
	for _, pair := range [][2]string{
		{`"0123abcd-4567-489a-8bcd-ef0123456789"`, `"\u0030123abcd-4567-489a-8bcd-ef0123456789"`},
		{`"a/b"`, `"a\/b"`},
		{`"登"`, `"\u767b"`},
		{"\"\xff\"", `"\ufffd"`},
	} {
		if a, b := refOf(jsonl.Value(pair[0])), refOf(jsonl.Value(pair[1])); a.ID != b.ID || a.String() != b.String() {
			t.Errorf("%s and %s: %x, %x", pair[0], pair[1], a.ID, b.ID)
		}
	}
	for _, v := range []string{``, `null`, `5`, `{}`, `""`, `["a"]`} {
		if r := refOf(jsonl.Value(v)); !r.ID.IsZero() || r.String() != "" {
			t.Errorf("%s is the id %q", v, r)
		}
	}
	if got := Names(nil).Text(ID{}); got != "" {
		t.Errorf("the zero ID has the text %q", got)
	}
}
