package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestResumed: the difference between a client's resume of a session and a displayed
// branch, by the version of the client.
func TestResumed(t *testing.T) {
	home := history.New(7, time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC))
	s := home.Session(history.Options{Env: history.Env{Cwd: "/home/ada/garden", Branch: "main", Version: "2.1.215"}})
	s.Turn("first", "one")
	second := s.Turn("second", "two")
	aside := s.Leaf()
	s.Rewind(second)
	s.Turn("third", "three")
	leaf := s.Leaf()
	root := t.TempDir()
	if err := home.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	lib := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now}})
	if err := lib.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	h := api.New(lib, api.Options{Client: func(context.Context) string { return "2.1.330" }})
	type answer struct {
		Client, Leaf, Segment, First string
		Elsewhere                    bool
		Omitted, Added               int
	}
	ask := func(tip string) (a answer) {
		t.Helper()
		res := get(t, h, "/api/sessions/"+s.ID+"/resumed?tip="+tip)
		if res.Code != http.StatusOK {
			t.Fatalf("status %d: %s", res.Code, res.Body)
		}
		if err := json.Unmarshal(res.Body.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		return a
	}
	chat, _, err := lib.Session(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	segment := ""
	for _, of := range chat.Segments {
		if of.Tip == leaf {
			segment = of.ID
		}
	}
	if a := ask(""); a != (answer{Client: "2.1.330", Leaf: leaf, Segment: segment}) {
		t.Errorf("the branch that it goes on with: %+v", a)
	}
	a := ask(aside)
	if !a.Elsewhere || a.Leaf != leaf || a.Segment != segment || segment == "" || a.Omitted != 2 || a.Added != 2 || a.First == "" {
		t.Errorf("the branch that was set aside: %+v", a)
	}
	if res := get(t, h, "/api/sessions/none/resumed"); res.Code != http.StatusNotFound {
		t.Errorf("of no session: status %d", res.Code)
	}
}
