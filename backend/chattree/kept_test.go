package chattree_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
)

// TestChatRoundTrip fails if a field is added that is not encoded.
func TestChatRoundTrip(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 1))
	want := make([]*chattree.Chat, 30)
	for i := range want {
		if i == 0 {
			want[i] = &chattree.Chat{Sessions: []*chattree.Session{}} // nothing, and an empty list
			continue
		}
		tests.Fill(draw, reflect.ValueOf(&want[i]).Elem(), "Summary", "Origins") // these are restored from the files
		want[i].ID, want[i].EndMS = fmt.Sprint(i), -int64(i)                     // a distinct id, and the order of the list
	}
	got, err := chattree.Decode(chattree.Encode(want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, got, gocmp.Exporter(func(typ reflect.Type) bool { return strings.HasPrefix(typ.PkgPath(), "dendro/") })); diff != "" {
		t.Error(diff)
	}
}

// TestStoredChatsMatchTheirFiles stores random histories: the restored chats have their
// files and the owners of agents.
func TestStoredChatsMatchTheirFiles(t *testing.T) {
	tests.Seeds(t, 100, func(t *testing.T, seed uint64) {
		h, _ := random(seed)
		files, agents := input(t, h)
		built := chattree.Build(files, agents)
		chats, err := chattree.Decode(chattree.Encode(built.Chats()))
		if err != nil {
			t.Fatal(err)
		}
		if !chattree.Adopt(chats, files, chattree.Roles(files)) {
			t.Fatalf("these are not their files")
		}
		if diff := gocmp.Diff(built.Chats(), chats, gocmp.Exporter(func(typ reflect.Type) bool { return strings.HasPrefix(typ.PkgPath(), "dendro/") }), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-built +kept): %s", diff)
		}
		owners := chattree.Owners(chats, agents)
		for i := range agents {
			if a := &agents[i]; a.Session == "" && owners[a.Key()] != built.Owner(a.Key()) {
				t.Errorf("%s belongs to %q, not to %q", a.Path, owners[a.Key()], built.Owner(a.Key()))
			}
		}
	})
}

// TestAdoptRefusesOtherFiles: chats made from other files are rejected.
func TestAdoptRefusesOtherFiles(t *testing.T) {
	h, _ := random(7)
	files, agents := input(t, h)
	data := chattree.Encode(chattree.Build(files, agents).Chats())
	others := func(change func([]chattree.File) []chattree.File) []chattree.File {
		return change(append([]chattree.File(nil), files...))
	}
	for name, given := range map[string][]chattree.File{
		"one is missing": files[1:],
		"one more": others(func(f []chattree.File) []chattree.File {
			return append(f, chattree.File{ID: "x", Summary: f[0].Summary})
		}),
		"another size":  others(func(f []chattree.File) []chattree.File { f[0].Size++; return f }),
		"another time":  others(func(f []chattree.File) []chattree.File { f[0].ModTime = f[0].ModTime.Add(1); return f }),
		"another place": others(func(f []chattree.File) []chattree.File { f[0].Root += "x"; return f }),
	} {
		chats, err := chattree.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if chattree.Adopt(chats, given, chattree.Roles(given)) {
			t.Errorf("%s: taken for the files that the chats were made from", name)
		}
	}
}

// TestDamagedChatsDoNotPanic flips random bytes: the result is an error or some chats, but no
// panic.
func TestDamagedChatsDoNotPanic(t *testing.T) {
	h, _ := random(7)
	files, agents := input(t, h)
	data := chattree.Encode(chattree.Build(files, agents).Chats())
	draw := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		bad := append([]byte(nil), data...)
		for range 1 + draw.IntN(3) {
			bad[draw.IntN(len(bad))] ^= 1 << draw.IntN(8)
		}
		_, _ = chattree.Decode(bad[:draw.IntN(len(bad)+1)])
		_, _ = chattree.Decode(bad)
	}
}
