package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"dendro/backend/internal/history"
)

// TestTurnsOfALongThread opens one at several places: it comes with the turns around the
// place, and all others are requested by page.
func TestTurnsOfALongThread(t *testing.T) {
	home := history.New(7, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	session := home.Session(history.Options{Env: history.Env{Cwd: "/home/ada/garden", Branch: "main", Version: "2.1.215"}})
	const count = 500
	for i := range count {
		session.Turn(fmt.Sprint("prompt ", i), "An answer.")
	}
	h := served(t, home)
	path := "/api/sessions/" + session.ID
	type turns struct {
		From  int
		Texts []string
	}
	check := func(name string, got turns, from, to int) {
		t.Helper()
		if got.From != from || len(got.Texts) != to-from {
			t.Errorf("%s: %d turns from %d on, wanted %d to %d", name, len(got.Texts), got.From, from, to)
		}
		for i, text := range got.Texts {
			if text != fmt.Sprint("prompt ", got.From+i) {
				t.Fatalf("%s: turn %d is %q", name, got.From+i, text)
			}
		}
	}
	for query, want := range map[string][2]int{
		"":           {400, 500},
		"?near=end":  {400, 500},
		"?near=0":    {0, 101},
		"?near=400":  {101, 301}, // two rows per turn
		"?near=9999": {400, 500},
	} {
		var a struct{ Turns turns }
		if err := json.Unmarshal(get(t, h, path+"/thread"+query).Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		check(query, a.Turns, want[0], want[1])
	}
	for query, want := range map[string][2]int{
		"":                    {0, 200},
		"?from=200&count=200": {200, 400},
		"?from=450":           {450, 500},
		"?from=999":           {500, 500},
	} {
		var a turns
		if err := json.Unmarshal(get(t, h, path+"/turns"+query).Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		check("turns"+query, a, want[0], want[1])
	}
	for _, query := range []string{"/turns?from=x", "/turns?count=0"} {
		if res := get(t, h, path+query); res.Code != http.StatusBadRequest {
			t.Errorf("%s: status %d", query, res.Code)
		}
	}
}
