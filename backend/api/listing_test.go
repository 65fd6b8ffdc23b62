package api

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// row is a chat of a list with its sort key.
type row struct {
	endMS int64
	item  chatItem
}

// answered is the answer to a window with a version of a list.
func answered(l *listing, list []row, since uint64) (whole []chatItem, changes chatChangesWire, known bool) {
	look := l.begin(since)
	for at, r := range list {
		switch changed := look.chat(r.endMS, &r.item); {
		case !look.known:
			whole = append(whole, r.item)
		case changed:
			changes.Changed = append(changes.Changed, changedChat{at, r.item})
		}
	}
	changes.Version, changes.Removed = look.end()
	return whole, changes, look.known
}

// applied applies an answer to an older list, as a window does.
func applied(list []chatItem, changes chatChangesWire) []chatItem {
	list = slices.DeleteFunc(slices.Clone(list), func(c chatItem) bool {
		return slices.Contains(changes.Removed, c.ID) ||
			slices.ContainsFunc(changes.Changed, func(d changedChat) bool { return d.Chat.ID == c.ID })
	})
	for _, c := range changes.Changed {
		list = slices.Insert(list, c.At, c.Chat)
	}
	return list
}

// TestChangesMakeTheWholeList: for any history of a list, at any time, an answer applied to
// a window's list gives the current list, and contains nothing that the window has.
func TestChangesMakeTheWholeList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := newListing(time.UnixMilli(1000))
		chats, last := map[string]row{}, uint64(1000)
		windows := make([]struct {
			version uint64
			list    []chatItem
		}, 3)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			id := fmt.Sprint("chat-", rapid.IntRange(0, 9).Draw(t, "chat"))
			r, there := chats[id]
			r.item.ID = id
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				delete(chats, id)
			case 1: // it grows and moves to the front, or next to another
				r.endMS = int64(rapid.IntRange(0, 5).Draw(t, "end"))
				chats[id] = r
			case 2:
				r.item.Title = rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "title")
				chats[id] = r
			case 3:
				if there {
					r.item.Live = !r.item.Live
					chats[id] = r
				}
			case 4:
				if there {
					days := rapid.IntRange(0, 2).Draw(t, "days")
					r.item.ExpiresInDays = &days
					chats[id] = r
				}
			}
			list := []row{}
			for _, r := range chats {
				list = append(list, r)
			}
			slices.SortFunc(list, func(a, b row) int {
				return cmp.Or(cmp.Compare(b.endMS, a.endMS), cmp.Compare(a.item.ID, b.item.ID))
			})
			w := &windows[rapid.IntRange(0, len(windows)-1).Draw(t, "window")]
			whole, changes, known := answered(l, list, w.version)
			if known != (w.version == last) {
				t.Fatalf("version %d is known: %v, the last is %d", w.version, known, last)
			}
			got := whole
			if known {
				got = applied(w.list, changes)
				if changes.Version == w.version && len(changes.Changed)+len(changes.Removed) > 0 {
					t.Fatalf("changes without another version: %+v", changes)
				}
			}
			want := []chatItem{}
			for _, r := range list {
				want = append(want, r.item)
			}
			if diff := gocmp.Diff(want, append([]chatItem{}, got...)); diff != "" {
				t.Fatalf("the list since %d: %s", w.version, diff)
			}
			w.version, w.list = changes.Version, got
			last = changes.Version
		}
	})
}

// TestListingForgets: a window with a version of another process, or older than the last,
// gets the whole list.
func TestListingForgets(t *testing.T) {
	l := newListing(time.UnixMilli(1000))
	list := []row{{item: chatItem{ID: "a"}}, {item: chatItem{ID: "b"}}}
	_, first, _ := answered(l, list, 0)
	for _, since := range []uint64{1, 999, first.Version + 1} {
		if whole, _, known := answered(l, list, since); known || len(whole) != len(list) {
			t.Errorf("version %d of another process: %d chats, known %v", since, len(whole), known)
		}
	}
	if _, same, known := answered(l, list, first.Version); !known || same.Version != first.Version || len(same.Changed) > 0 {
		t.Errorf("the same list: %+v, known %v", same, known)
	}
	_, gone, _ := answered(l, nil, first.Version)
	if !slices.Equal(gone.Removed, []string{"a", "b"}) {
		t.Errorf("gone are %q", gone.Removed)
	}
	if _, _, known := answered(l, nil, first.Version); known {
		t.Error("the version before the last is known")
	}
	if _, _, known := answered(l, nil, gone.Version); !known {
		t.Error("the last version is not known")
	}
}
