package thread

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"dendro/backend/internal/tests"
)

// TestARecordOfManyBlocks: a record with more blocks than 16 bits can count is described
// once, not once per row.
func TestARecordOfManyBlocks(t *testing.T) {
	tests.Long(t)
	const many = 100_000
	var b strings.Builder
	b.WriteString(`{"type":"user","uuid":"22222222-2222-4222-8222-222222222222","parentUuid":null,"message":{"role":"user","content":"go"}}` + "\n")
	b.WriteString(`{"type":"assistant","uuid":"22222222-2222-4222-8222-222222222223","parentUuid":"22222222-2222-4222-8222-222222222222","message":{"id":"m","role":"assistant","content":[`)
	for i := range many {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"type":"text","text":"block %d"}`, i)
	}
	b.WriteString("]}}\n")
	const name = "projects/-a/s.jsonl"
	s := openStore(t, fstest.MapFS{name: {Data: []byte(b.String())}})
	th := s.session(name, Options{}).Thread(activeLeaf(s.files[name]))
	begun := tests.CPU()
	rows, err := th.Page(context.Background(), 0, -1, s.load, PageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != many+1 || rows[many].Text != fmt.Sprint("block ", many-1) || rows[many].Block != many-1 {
		t.Errorf("%d rows, the last one %+v", len(rows), rows[len(rows)-1])
	}
	if took := tests.CPU() - begun; took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
