package chattree_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// forge builds histories of any size directly from summaries, so that reading files is not
// measured.
type forge struct {
	ids  uint64
	now  int64
	list []chattree.File
}

func (g *forge) id() (id transcript.ID) {
	g.ids++
	x := g.ids * 0x9e3779b97f4a7c15
	binary.LittleEndian.PutUint64(id[:8], x^x>>31)
	binary.LittleEndian.PutUint64(id[8:], g.ids)
	return id
}

// session adds a session that begins with the first n records of another one (or nil) and
// has turns of its own: a prompt, a tool call with two parallel results, hooks and a reply
// each. Every ninth turn is a rewind.
func (g *forge) session(from *chattree.File, n, turns int) *chattree.File {
	s := &transcript.Summary{CWD: "/home/ada/atlas", Facts: transcript.Facts{Names: transcript.Names{}, Branches: []string{"main"}}}
	id := fmt.Sprintf("%08x-0000-4000-8000-%012x", len(g.list), g.ids)
	s.SessionIDs = []string{id}
	if from != nil {
		s.Nodes = append(s.Nodes, from.Summary.Nodes[:n]...)
	}
	last := transcript.ID{}
	if len(s.Nodes) > 0 {
		last = s.Nodes[len(s.Nodes)-1].ID
	}
	add := func(parent transcript.ID, f transcript.Flags) transcript.ID {
		g.now += 1000
		node := transcript.Node{ID: g.id(), Parent: parent, Time: g.now, Flags: f}
		s.Nodes = append(s.Nodes, node)
		return node.ID
	}
	for t := range turns {
		at := last
		prompt := add(at, transcript.FlagUser|transcript.FlagPrompt)
		s.Prompts = append(s.Prompts, transcript.Prompt{ID: prompt, Text: "Do something about it", Time: g.now})
		one := add(prompt, transcript.FlagAssistant|transcript.FlagToolUse)
		two := add(one, transcript.FlagAssistant|transcript.FlagToolUse)
		add(one, transcript.FlagUser|transcript.FlagToolResult)
		add(two, transcript.FlagProgress)
		result := add(two, transcript.FlagUser|transcript.FlagToolResult)
		end := add(result, transcript.FlagAssistant|transcript.FlagText)
		end = add(end, transcript.FlagSystem)
		if t%9 != 8 {
			last = end
		}
	}
	s.StartMS, s.EndMS = s.Nodes[0].Time, g.now
	g.list = append(g.list, chattree.File{File: transcript.File{ID: id, Path: "projects/p/" + id + ".jsonl", Root: "/r", ModTime: time.UnixMilli(g.now)}, Summary: s})
	return &g.list[len(g.list)-1]
}

// everyday is a typical history: mostly single sessions, some resumed in chains, some
// forked. About 50 records per session.
func everyday(sessions int) []chattree.File {
	g := &forge{now: 1_790_000_000_000}
	g.list = make([]chattree.File, 0, sessions)
	for len(g.list) < sessions {
		a := *g.session(nil, 0, 5)
		if len(g.list)%4 != 0 {
			continue
		}
		chain := a
		for range 2 {
			chain = *g.session(&chain, len(chain.Summary.Nodes), 2)
		}
		g.session(&a, 16, 4)
	}
	return g.list[:sessions]
}

// star is one chat: a session that was forked repeatedly.
func star(sessions int) []chattree.File {
	g := &forge{now: 1_790_000_000_000}
	g.list = make([]chattree.File, 0, sessions)
	a := *g.session(nil, 0, max(8, sessions/4))
	for i := 1; i < sessions; i++ {
		g.session(&a, min(8*(i%16+1), len(a.Summary.Nodes)), 4)
	}
	return g.list
}

// chain is one chat: a session resumed again and again.
func chain(sessions int) []chattree.File {
	g := &forge{now: 1_790_000_000_000}
	g.list = make([]chattree.File, 0, sessions)
	at := *g.session(nil, 0, 2)
	for i := 1; i < sessions; i++ {
		// Every twentieth one was compacted: the copy starts over.
		n := len(at.Summary.Nodes)
		if i%20 == 0 {
			at.Summary = &transcript.Summary{Facts: transcript.Facts{Nodes: at.Summary.Nodes[n-16:]}}
			n = 16
		}
		at = *g.session(&at, n, 1)
	}
	return g.list
}

type shape struct {
	name  string
	make  func(int) []chattree.File
	sizes []int
}

func shapes() []shape {
	return []shape{
		{"everyday", everyday, []int{2500, 5000, 10000, 20000}},
		{"star", star, []int{250, 500, 1000, 2000}},
		{"chain", chain, []int{250, 500, 1000, 2000}},
	}
}

func nodes(files []chattree.File) (n int) {
	for i := range files {
		n += len(files[i].Summary.Nodes)
	}
	return n
}

// BenchmarkBuild links whole histories. "cpu-ms" is the processor time of one Build,
// including garbage collection, "ratio" compares it with half as many sessions, "extraMB"
// is the size of the Forest beside its input.
func BenchmarkBuild(b *testing.B) {
	for _, shape := range shapes() {
		before := 0.0
		for _, size := range shape.sizes {
			files := shape.make(size)
			b.Run(fmt.Sprintf("%s/%d", shape.name, size), func(b *testing.B) {
				n := nodes(files)
				var f *chattree.Forest
				each := math.Inf(1)
				for b.Loop() {
					start := cpuTime()
					f = chattree.Build(files, nil)
					each = min(each, float64(cpuTime()-start))
				}
				b.ReportMetric(each/1e6, "cpu-ms")
				b.ReportMetric(each/float64(n), "cpu-ns/record")
				if before > 0 {
					b.ReportMetric(each/before, "ratio")
				}
				before = each
				var held, freed runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&held)
				runtime.KeepAlive(f)
				runtime.GC()
				runtime.ReadMemStats(&freed)
				b.ReportMetric(float64(int64(held.HeapAlloc)-int64(freed.HeapAlloc))/1e6, "extraMB")
			})
		}
	}
}

// BenchmarkApply applies one grown file to a history of 20,000 sessions.
func BenchmarkApply(b *testing.B) {
	files := everyday(20000)
	f := chattree.Build(files, nil)
	grown := files[len(files)/2]
	for b.Loop() {
		s := *grown.Summary
		s.Nodes = append(s.Nodes[:len(s.Nodes):len(s.Nodes)], transcript.Node{
			ID: transcript.ID{1, byte(b.N)}, Parent: s.Nodes[len(s.Nodes)-1].ID, Time: s.EndMS + 1, Flags: transcript.FlagUser | transcript.FlagPrompt,
		})
		grown.Summary = &s
		f.Apply(chattree.Change{Files: []chattree.File{grown}})
	}
}
