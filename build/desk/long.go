package desk

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"
)

// LongSession is the id of WriteLongSession's session.
const LongSession = "7d0c5b1e-2a94-4c3f-9e6b-1f8a3d5c7e90"

// WriteLongSession writes a session of the given number of turns, each with a prompt, a
// reply, a command with its output, and a last reply: four rows of different heights, the
// same at every call.
func (d *Desk) WriteLongSession(turns int) error {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields(longWords)
	say := func(count int) string {
		text := make([]string, count)
		for i := range text {
			text[i] = words[random.IntN(len(words))]
		}
		return strings.Join(text, " ")
	}
	s := Session{ID: LongSession, Dir: d.Home, File: filepath.Join(d.Root, "projects", "-home-long", LongSession+".jsonl")}
	begun := time.Now().Add(-time.Duration(turns+1) * time.Minute)
	return s.write(begun, time.Second, func(yield func(line) bool) {
		for i := range turns {
			call := fmt.Sprintf("toolu_%08d", i)
			for _, l := range []line{
				{kind: "user", text: fmt.Sprintf("Step %d: %s?", i+1, say(6+random.IntN(12)))},
				{kind: "assistant", text: say(10 + random.IntN(60))},
				{kind: "assistant", call: call, text: "echo " + say(4)},
				{kind: "user", call: call, text: say(5 + random.IntN(30))},
				{kind: "assistant", text: say(5 + random.IntN(20))},
			} {
				if !yield(l) {
					return
				}
			}
		}
	})
}

// longWords are the words of the long session.
const longWords = "the graph lanes of a tree keep their colour while rows are read by offset and " +
	"every branch remembers where it began so that nothing moves under the reader"
