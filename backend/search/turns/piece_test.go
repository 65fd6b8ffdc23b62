package turns

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"

	"github.com/google/go-cmp/cmp"
)

// counted holds units with the words that they were made of.
type counted struct {
	units []Unit
	posts []post
	of    map[Key]map[uint32]Counts
}

func randomUnits(draw *rand.Rand, units int, offset int64) counted {
	c := counted{of: map[Key]map[uint32]Counts{}}
	for u := range units {
		offset += 1 + draw.Int64N(1<<uint(draw.IntN(40)))
		unit := Unit{Offset: offset, Start: draw.Int64N(1 << 42)}
		unit.End = unit.Start + draw.Int64N(1<<30)
		for i := range unit.First {
			unit.First[i] = byte(draw.Uint32())
		}
		for range draw.IntN(30) {
			k := Key(draw.Uint32N(200) * 20_000_003)
			var count Counts
			for count == (Counts{}) {
				for r := range count {
					if draw.IntN(3) == 0 {
						count[r] = uint8(draw.IntN(maxCount + 1))
						unit.Words[r] += uint32(count[r])
					}
				}
			}
			if c.of[k] == nil {
				c.of[k] = map[uint32]Counts{}
			}
			if _, known := c.of[k][uint32(u)]; !known {
				c.of[k][uint32(u)] = count
				c.posts = append(c.posts, post{k, uint32(u), count})
			}
		}
		c.units = append(c.units, unit)
	}
	slices.SortFunc(c.posts, comparePosts)
	return c
}

func (c *counted) check(t *testing.T, p Piece) {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(p.Units(), c.units) {
		t.Fatal(cmp.Diff(c.units, p.Units()))
	}
	for k := range Key(4000) {
		key := k * 20_000_003
		got := map[uint32]Counts{}
		p.Find(key, func(unit uint32, c Counts) { got[unit] = c })
		if !maps.Equal(got, c.of[key]) {
			t.Fatalf("key %d is in %v, want %v", key, got, c.of[key])
		}
	}
}

func TestPiece(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 1))
	for n := range 40 {
		c := randomUnits(draw, 1+n, 0)
		p := encode(c.units, c.posts)
		c.check(t, p)

		added := randomUnits(draw, 1+draw.IntN(20), c.units[n].Offset)
		merged := Merge(p, encode(added.units, added.posts))
		both := counted{units: slices.Concat(c.units, added.units), of: c.of}
		for k, units := range added.of {
			if both.of[k] == nil {
				both.of[k] = map[uint32]Counts{}
			}
			for u, count := range units {
				both.of[k][u+uint32(n)+1] = count
			}
		}
		both.check(t, merged)
		if again := merged.Before(added.units[0].Offset); !bytes.Equal(again, p) {
			t.Error("Before does not undo Merge")
		}
	}
	if Piece(nil).Units() != nil || encode([]Unit{{Offset: 3}}, nil).Before(3) != nil {
		t.Error("an empty piece has units")
	}
}

// FuzzPiece checks that invalid pieces are rejected, and do not cause a panic if used
// unchecked.
func FuzzPiece(f *testing.F) {
	c := randomUnits(rand.New(rand.NewPCG(2, 2)), 5, 0)
	p := encode(c.units, c.posts)
	f.Add([]byte(p))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := Piece(data)
		units := p.Units()
		for k := range Key(200) {
			p.Find(k*20_000_003, func(unit uint32, _ Counts) {
				if p.Check() == nil && int(unit) >= len(units) {
					t.Error("a word in an unknown unit")
				}
			})
		}
		if p.Check() != nil {
			return
		}
		if again := encode(units, p.posts(0)); again.Check() != nil {
			t.Error("encoding a decoded piece fails")
		}
	})
}

// TestBuilderCutsTurns checks that a unit belongs to one turn, and that reading a file in
// parts gives the same piece as reading it at once.
func TestBuilderCutsTurns(t *testing.T) {
	id := func(n int) transcript.ID { return transcript.ID{byte(n), byte(n >> 8), 1} }
	type rec struct {
		n, parent int
		user      bool
		text      string
	}
	recs := []rec{
		{1, 0, true, "first question"},
		{2, 1, false, "an answer"},
		{3, 2, false, "more of it"},
		{4, 3, true, "second question"},
		{5, 3, true, "asked again"},
		{6, 4, false, "its answer"},
		{7, 5, false, "the other answer"},
	}
	build := func(b *Builder, from, to int) (Piece, []string) {
		b.Begin()
		for i, r := range recs[from:to] {
			record := transcript.Record{Kind: transcript.KindAssistant, UUID: transcript.Ref{ID: id(r.n)}, Parent: transcript.Ref{ID: id(r.parent)}}
			role := Reply
			if r.parent == 0 {
				record.Parent = transcript.Ref{}
			}
			if r.user {
				record.Kind, role = transcript.KindUser, Prompt
			}
			b.Record(&jsonl.Line{Offset: int64(100 * (from + i))}, &record)
			b.Text(role, []byte(r.text))
		}
		return b.End()
	}
	whole, fresh := build(NewBuilder(), 0, len(recs))
	var first []transcript.ID
	for _, u := range whole.Units() {
		first = append(first, u.First)
	}
	if want := []transcript.ID{id(1), id(4), id(5), id(6), id(7)}; !slices.Equal(first, want) {
		t.Errorf("units begin at %v, want %v", first, want)
	}
	if !slices.Contains(fresh, "question") || slices.Contains(fresh, "an") {
		t.Errorf("the vocabulary is %q", fresh)
	}
	b := NewBuilder()
	one, _ := build(b, 0, 4)
	two, fresh := build(b, 4, len(recs))
	if slices.Contains(fresh, "question") {
		t.Errorf("%q were returned again", fresh)
	}
	if merged := Merge(one, two); !bytes.Equal(merged, whole) {
		t.Errorf("read in two parts: %v, want %v", merged.Units(), whole.Units())
	}
}

func TestNearest(t *testing.T) {
	v := []Vocabulary{Vocabulary("").Add([]string{"settings", "setting", "cerulean", "agent", "session"}), Vocabulary("").Add([]string{"commit", "active"})}
	for word, want := range map[string]string{
		"setings": "[{settings 1} {setting 2}]", "cerulaen": "[{cerulean 1}]", "agnet": "[{agent 1}]", "comit": "[{commit 1}]",
		"gent": "[]", "sesssoin": "[{session 2}]", "agent": "[]", "xy": "[]",
	} {
		near := Nearest(word, v)
		slices.SortFunc(near, func(a, b Near) int { return len(b.Word) - len(a.Word) })
		if got := fmt.Sprint(near); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}
