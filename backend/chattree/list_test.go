package chattree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestListIsMended changes chats at random: a list that is mended is the one
// that is made anew, and what Changed says leads from each to the next.
func TestListIsMended(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 1))
	f := Build(nil, nil)
	chat := func(n int) *Chat {
		return &Chat{ID: fmt.Sprint("chat-", n), EndMS: int64(draw.IntN(40))}
	}
	for n := range 200 {
		f.chats[fmt.Sprint("chat-", n)] = chat(n)
	}
	f.list = nil
	old := f.Chats()
	for range 2_000 {
		for range draw.IntN(6) {
			n := draw.IntN(220)
			id := fmt.Sprint("chat-", n)
			f.moves(id)
			if delete(f.chats, id); draw.IntN(4) > 0 {
				f.chats[id] = chat(n)
			}
		}
		before := slices.Clone(old)
		list := f.Chats()
		if !slices.Equal(before, old) {
			t.Fatal("a list that was handed out has changed")
		}
		var want []*Chat
		for _, c := range f.chats {
			want = append(want, c)
		}
		if slices.SortFunc(want, newest); !slices.Equal(want, list) {
			t.Fatal("the list is not that of the chats")
		}
		gone, came := Changed(old, list)
		next := slices.DeleteFunc(slices.Clone(old), func(c *Chat) bool { return slices.Contains(gone, c) })
		next = append(next, came...)
		if slices.SortFunc(next, newest); !slices.Equal(next, list) {
			t.Fatalf("%d chats gone and %d new do not lead from one list to the next", len(gone), len(came))
		}
		for _, c := range came {
			if slices.Contains(old, c) {
				t.Fatal("a chat is new that was there")
			}
		}
		old = list
	}
}
