package codec_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/codec"
)

// all has a field of every kind.
type all struct {
	U    uint64
	Size uint16
	N    int
	Yes  bool
	At   time.Time
	Raw  [4]byte
	Text string
	Some *string
	List []string
	Map  map[string]int
}

func (a *all) visit(x *codec.Coder) {
	x.Uint64(&a.U)
	codec.Uint(x, &a.Size)
	codec.Int(x, &a.N)
	x.Flag(&a.Yes)
	x.Time(&a.At)
	x.Raw(a.Raw[:])
	x.Text(&a.Text)
	codec.Optional(x, &a.Some, func(s *string) { x.Text(s) })
	x.Texts(&a.List)
	codec.Map(x, &a.Map, strings.Compare, func(k *string, v *int) {
		x.Text(k)
		codec.Int(x, v)
	})
}

func full() all {
	text := "some"
	return all{
		U: math.MaxUint64, Size: math.MaxUint16, N: math.MinInt, Yes: true, At: time.Date(2026, 11, 3, 9, 0, 0, 7, time.UTC),
		Raw: [4]byte{1, 2, 3, 255}, Text: "潮位", Some: &text, List: []string{"潮位", "", "some"}, Map: map[string]int{"b": -1, "a": 2},
	}
}

func encoded(a all, numbered bool) []byte {
	x := codec.Write(nil)
	if numbered {
		x.Numbered()
	}
	a.visit(x)
	return x.Out()
}

func decoded(data []byte, numbered bool) (a all, err error) {
	x := codec.Read(data)
	if numbered {
		x.Numbered()
	}
	a.visit(x)
	return a, x.Close()
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for name, want := range map[string]all{"full": full(), "empty": {}, "an empty list": {List: []string{}}} {
		for _, numbered := range []bool{false, true} {
			got, err := decoded(encoded(want, numbered), numbered)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s, numbered %v: %v\n%s", name, numbered, err, diff)
			}
		}
	}
}

// TestNumberedTextsAreWrittenOnce: and the encoding of a map does not depend on its order.
func TestNumberedTextsAreWrittenOnce(t *testing.T) {
	a := full()
	if n := strings.Count(string(encoded(a, true)), "潮位"); n != 1 {
		t.Errorf("written %d times", n)
	}
	for range 20 {
		if string(encoded(full(), false)) != string(encoded(a, false)) {
			t.Fatal("two encodings of one value")
		}
	}
}

// TestDamageIsAnError: every prefix is damaged, and what follows the data is too.
func TestDamageIsAnError(t *testing.T) {
	for _, numbered := range []bool{false, true} {
		data := encoded(full(), numbered)
		for n := range data {
			if _, err := decoded(data[:n], numbered); !errors.Is(err, codec.ErrDamaged) {
				t.Errorf("the first %d bytes of %d: %v", n, len(data), err)
			}
		}
		if _, err := decoded(append(data, 0), numbered); !errors.Is(err, codec.ErrDamaged) {
			t.Errorf("a byte behind the data: %v", err)
		}
	}
}

// FuzzRead reads any bytes: it fails or gives a value that survives another round.
func FuzzRead(f *testing.F) {
	f.Add(encoded(full(), false), false)
	f.Add(encoded(full(), true), true)
	f.Fuzz(func(t *testing.T, data []byte, numbered bool) {
		a, err := decoded(data, numbered)
		if err != nil {
			return
		}
		again, err := decoded(encoded(a, numbered), numbered)
		if diff := cmp.Diff(a, again); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}
