package shapes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
)

// shape is a way in which a history grows.
type shape struct {
	name  string
	n     int // compared with 2n
	build func(r *root, n int)
	// files is set if only the commands over all sessions are checked. A thread across n
	// files is quadratic in n: each file needs the contents of the earlier ones.
	files bool
	// commands are the checked commands; default all.
	commands []string
}

// conversation returns a shape of the one session that the commands read.
func conversation(name string, n int, build func(f *file, n int)) shape {
	return shape{name: name, n: n, build: func(r *root, n int) { build(r.main(), n) }}
}

const (
	many  = 1000
	block = 900 // blocks of one record: it is decoded once per page of 2000 rows
)

// all returns the table.
func all() []shape { return slices.Concat(kinds()...) }

// sample returns the first shape of each kind.
func sample() []shape {
	var s []shape
	for _, kind := range kinds() {
		s = append(s, kind[0])
	}
	return s
}

func kinds() [][]shape {
	return [][]shape{graphs(), rewinds(), runs(), breaks(), contents(), texts(), sides(), lines(), families(), copies()}
}

// graphs are shapes of links between records.
func graphs() []shape {
	return []shape{
		conversation("turns", many, func(f *file, n int) { repeat(n, f.turn) }),
		conversation("hooks on one record", many, func(f *file, n int) {
			parent := f.turn("")
			for range n {
				hook(f, parent)
			}
			f.turn(parent)
		}),
		conversation("replies on one record", many, func(f *file, n int) {
			parent := f.prompt("")
			for range n {
				f.reply(parent)
			}
		}),
	}
}

// rewinds are shapes of conversations with rewinds.
func rewinds() []shape {
	return []shape{
		conversation("rewinds to the first record", many, func(f *file, n int) {
			parent := f.turn("")
			for range n {
				f.turn(parent)
			}
		}),
		conversation("rewinds that replace the first prompt", many, func(f *file, n int) {
			for range n {
				f.turn("")
			}
		}),
		conversation("a rewind in each turn", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				f.turn(at)
				return f.turn(at)
			})
		}),
		conversation("a rewind of each turn to the one before the last", many, func(f *file, n int) {
			last, before := f.turn(""), ""
			for range n {
				last, before = f.turn(before), last
			}
		}),
		conversation("rewinds to random turns", many, func(f *file, n int) {
			turns, random := []string{f.turn("")}, draw()
			for range n {
				turns = append(turns, f.turn(turns[random.IntN(len(turns))]))
			}
		}),
	}
}

// runs are shapes of records outside of turns.
func runs() []shape {
	return []shape{
		conversation("hooks in a row and then prompts on the last", many, func(f *file, n int) {
			at := f.turn("")
			for range n {
				at = hook(f, at)
			}
			for range n {
				f.turn(at)
			}
		}),
		conversation("hooks in a row and then replies on the last", many, func(f *file, n int) {
			at := f.turn("")
			for range n {
				at = hook(f, at)
			}
			for range n {
				f.reply(at)
			}
		}),
		conversation("compactions", many, func(f *file, n int) {
			repeat(n, func(at string) string { return f.compaction(f.turn(at), M{}) })
		}),
		conversation("compactions that keep the last record", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				last := f.turn(at)
				return f.compaction(last, M{"preservedSegment": M{"headUuid": last, "tailUuid": last, "anchorUuid": last}})
			})
		}),
		conversation("compactions whose tails are elsewhere", many, func(f *file, n int) {
			first := f.turn("")
			repeat(n, func(at string) string {
				return f.compaction(f.turn(at), M{"preservedSegment": M{"headUuid": first, "tailUuid": first, "anchorUuid": first}})
			})
		}),
		conversation("compactions beside each other", many, func(f *file, n int) {
			first := f.turn("")
			for range n {
				f.compaction(first, M{})
			}
			f.turn(first)
		}),
	}
}

// breaks are shapes of damaged or repeated conversations.
func breaks() []shape {
	return []shape{
		conversation("agents inline with one prompt", block, func(f *file, n int) {
			repeat(n, func(at string) string {
				tool := fmt.Sprint("toolu_", f.uuids)
				started := f.reply(f.prompt(at), M{"type": "tool_use", "id": tool, "name": "Task", "input": M{"prompt": "look", "description": "look"}})
				task := f.chain("user", "", M{"isSidechain": true, "message": M{"role": "user", "content": "look"}})
				f.chain("assistant", task, M{"isSidechain": true, "message": M{"role": "assistant", "content": []M{{"type": "text", "text": "seen"}}}})
				return f.results(started, tool)
			})
		}),
		conversation("dangling parents", many, func(f *file, n int) {
			for i := range n {
				f.turn(id(9, i))
			}
		}),
		conversation("one record n times", many, func(f *file, n int) {
			f.turn("")
			for range n {
				f.chain("user", "", M{"uuid": id(7, 7), "message": M{"role": "user", "content": "again"}})
			}
		}),
		conversation("a conversation written twice", many, func(f *file, n int) {
			repeat(n, f.turn)
			f.uuids = 0
			repeat(n, f.turn)
		}),
		conversation("a growing conversation written again and again", 60, func(f *file, n int) {
			for i := range 30 {
				f.uuids = 0
				repeat(n*i/5, f.turn)
			}
		}),
		conversation("interrupted turns", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				return f.chain("user", f.prompt(at), M{"message": M{"role": "user", "content": "[Request interrupted by user]"}})
			})
		}),
		conversation("errors of the API", many, func(f *file, n int) {
			repeat(n, func(at string) string {
				return f.chain("system", f.prompt(at), M{"subtype": "api_error", "error": M{"status": 529}})
			})
		}),
		conversation("progress on one call", many, func(f *file, n int) {
			at := f.reply(f.prompt(""), call("toolu_1", 1))
			for i := range n {
				at = f.chain("progress", at, M{"toolUseID": "toolu_1", "data": M{"type": "bash_progress", "output": strconv.Itoa(i)}})
			}
			f.results(at, "toolu_1")
		}),
	}
}

// repeat calls step n times, each time with the previous result.
func repeat(n int, step func(at string) string) {
	at := ""
	for range n {
		at = step(at)
	}
}

// draw returns a random generator with a fixed seed.
func draw() *rand.Rand { return rand.New(rand.NewPCG(1, 1)) }
