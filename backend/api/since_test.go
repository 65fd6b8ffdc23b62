package api_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// TestRowsSince requests a thread of a session that grows with only the rows that a window
// lacks: with those before them they are the whole thread.
func TestRowsSince(t *testing.T) {
	h := history.New(7, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	s := h.Session(testlib.Day())
	for i := range 60 {
		s.Turn(fmt.Sprintf("Plan bed %d", i), fmt.Sprintf("Bed %d is planned.", i))
	}
	root := testlib.Write(t, h)
	lib := testlib.Open(root)
	scan := func() {
		t.Helper()
		if err := h.WriteDir(root); err != nil {
			t.Fatal(err)
		}
		if err := lib.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	scan()
	handler := api.New(lib, api.Options{})
	type answer struct {
		Tip     string
		Total   int
		From    int
		Rows    []byte
		Settled int
		Sum     string
		Turns   struct {
			From  int
			Texts []string
		}
	}
	ask := func(query string) (a answer) {
		t.Helper()
		var wire struct {
			answer
			Rows string
		}
		if err := json.Unmarshal(get(t, handler, "/api/sessions/"+s.ID+"/thread"+query).Body.Bytes(), &wire); err != nil {
			t.Fatal(err)
		}
		a = wire.answer
		var err error
		if a.Rows, err = base64.StdEncoding.DecodeString(wire.Rows); err != nil {
			t.Fatal(err)
		}
		return a
	}
	first := ask("")
	if first.From != 0 || first.Settled == 0 || first.Settled >= first.Total {
		t.Fatalf("%d rows, %d of them settled, from %d", first.Total, first.Settled, first.From)
	}
	since := fmt.Sprintf("?since=%d&sum=%s", first.Settled, first.Sum)
	same := ask(since)
	if same.From != first.Settled || string(first.Rows[len(first.Rows)-len(same.Rows):]) != string(same.Rows) {
		t.Errorf("from %d: %d bytes, of all %d", same.From, len(same.Rows), len(first.Rows))
	}
	s.Turn("And the paths?", "Gravel.")
	scan()
	grown, whole := ask(since), ask("")
	if grown.From != first.Settled || grown.Total != first.Total+2 || grown.Tip != whole.Tip {
		t.Errorf("%d rows from %d, of %d before", grown.Total, grown.From, first.Total)
	}
	if string(whole.Rows) != string(first.Rows[:len(first.Rows)-len(same.Rows)])+string(grown.Rows) {
		t.Error("the rows before, and those that came, are not the thread")
	}
	if n := len(grown.Turns.Texts); n == 0 || n > 40 || grown.Turns.Texts[n-1] != "And the paths?" || grown.Turns.From+n != 61 {
		t.Errorf("turns from %d: %q", grown.Turns.From, grown.Turns.Texts)
	}
	if grown.Sum != whole.Sum || grown.Settled != whole.Settled {
		t.Errorf("settled %d with %s, whole %d with %s", grown.Settled, grown.Sum, whole.Settled, whole.Sum)
	}
	for _, other := range []string{
		fmt.Sprintf("?since=%d&sum=other", first.Settled), fmt.Sprintf("?since=%d", first.Settled), "?since=99999&sum=" + first.Sum, fmt.Sprintf("?since=%d&sum=%s", first.Settled-1, first.Sum),
	} {
		if a := ask(other); a.From != 0 || string(a.Rows) != string(whole.Rows) {
			t.Errorf("%s: rows from %d", other, a.From)
		}
	}
	if res := get(t, handler, "/api/sessions/"+s.ID+"/thread?since=x"); res.Code != http.StatusBadRequest {
		t.Errorf("status %d", res.Code)
	}
}
