package library_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
)

// inDirs writes a session for each directory and returns the library over them.
func inDirs(t *testing.T, dirs ...string) (l *library.Library, root string) {
	t.Helper()
	root = t.TempDir()
	for i, dir := range dirs {
		id := fmt.Sprintf("%08d-1111-4222-8333-444444444444", i)
		lines := strings.ReplaceAll(string(spoken("DIR", string(rune('a'+i))+": walrus")), several, id)
		quoted := strings.ReplaceAll(dir, `\`, `\\`)
		testlib.Put(t, root, fmt.Sprintf("projects/p%d/%s.jsonl", i, id), []byte(strings.ReplaceAll(lines, `"DIR"`, `"`+quoted+`"`)))
	}
	return testlib.Scanned(t, root), root
}

// TestOneProjectHoweverItIsSpelled checks that chats of one directory have one project, for
// the list, the totals and both filters.
func TestOneProjectHoweverItIsSpelled(t *testing.T) {
	for _, tt := range []struct {
		dirs    []string
		project string
		filter  string
	}{
		{[]string{`k:\work\shop`, `K:/work/shop`, `K:\work\shop`, `K:\Work\shop\`}, `K:\Work\shop`, `work/SHOP`},
		{[]string{"/home/me/app/", "/home/me/app"}, "/home/me/app", "me/app/"},
		{[]string{"/home/me/cafe\u0301", "/home/me/caf\u00e9"}, "/home/me/caf\u00e9", "cafe\u0301"},
	} {
		l, root := inDirs(t, append([]string{"/srv/other"}, tt.dirs...)...)
		var projects []string
		for _, c := range l.Chats() {
			projects = append(projects, c.Project)
		}
		want := []string{"/srv/other", tt.project}
		slices.Sort(projects)
		slices.Sort(want)
		if diff := cmp.Diff(want, slices.Compact(projects)); diff != "" {
			t.Errorf("projects (-want +got):\n%s", diff)
		}
		if n := l.State().Totals.Projects; n != 2 {
			t.Errorf("%d projects, want 2", n)
		}
		q, err := query.Parse(`walrus in:prompts project:"`+tt.filter+`"`, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Searcher.Search(t.Context(), q, search.Options{})
		if err != nil || len(found.Hits) != len(tt.dirs) {
			t.Errorf("project:%s: %d hits of %d, %v", tt.filter, len(found.Hits), len(tt.dirs), err)
		}
		// A better spelling that comes later renames the project of all its chats.
		if tt.project == "/home/me/app" {
			id := "99999999-1111-4222-8333-444444444444"
			testlib.Put(t, root, "projects/q/"+id+".jsonl", []byte(strings.ReplaceAll(string(spoken("/home/me/app/", "z: late")), several, id)))
			if err := l.Catalog.Scan(t.Context(), false); err != nil || l.State().Totals.Projects != 2 {
				t.Errorf("%d projects after another scan, %v", l.State().Totals.Projects, err)
			}
		}
	}
}
