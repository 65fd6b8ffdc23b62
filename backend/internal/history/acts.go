package history

import (
	"slices"
	"time"
)

// turn plays a prompt and everything that answers it. On a slow machine the reply is
// written first.
func (w *world) turn(s *Session) {
	from := len(s.file.lines)
	w.ask(s)
	ended := s.file.lines[len(s.file.lines)-1].typ() == "last-prompt" // the leaf is recorded
	if s.traits().lateParents && ended && w.chance(8) {
		s.file.late(from)
	}
}

func (w *world) ask(s *Session) {
	if tr := s.traits(); tr.hookRecord == "attachment" && w.chance(10) || tr.saysAgain && w.chance(3) {
		s.PromptImage(w.text(), []byte{0x89, 'P', 'N', 'G'})
	} else {
		s.Prompt(w.text())
	}
	if s.hooks && w.chance(3) {
		s.Hook("UserPromptSubmit", "UserPromptSubmit", "check.sh")
	}
	if w.chance(12) {
		s.Interrupt(false)
		return
	}
	if w.chance(3) {
		s.Thinking("Let me see.")
	}
	for range w.d.IntN(3) {
		w.tools(s)
	}
	if w.chance(15) {
		s.QueuedPrompt(w.text())
	}
	if w.chance(20) {
		s.APIError("API Error: Overloaded", "overloaded_error", 529)
		return
	}
	s.Reply("Done. (" + itoa(w.said) + ")")
	s.EndTurn()
}

// tools plays one step of work.
func (w *world) tools(s *Session) {
	read := Call{Name: "Read", Input: O("file_path", "/a.go"), Result: "1→package a", Took: time.Duration(1+w.d.IntN(900)) * time.Millisecond}
	run := Call{Name: "Bash", Input: O("command", "go test"), Result: "FAIL", Failed: true, Took: time.Duration(1+w.d.IntN(900)) * time.Millisecond}
	switch w.d.IntN(7) {
	case 0:
		s.Parallel(read, run)
	case 1:
		s.Parallel(run, read, run, read)
	case 2:
		tool := s.Use("Bash", run.Input)
		if s.traits().agentEcho {
			s.BashProgress(&tool, 1+w.d.IntN(3), w.chance(2))
		}
		s.Result(&tool, run)
	case 3:
		w.agent(s)
	case 4:
		s.Reply("First a look.")
		s.Call(read)
	default:
		s.Call(read)
	}
}

func (w *world) agent(s *Session) {
	spec := AgentSpec{Description: "Look", Prompt: w.text()}
	spec.Background = s.traits().layout == 3 && w.chance(4)
	spec.Missing = !spec.Background && w.chance(10)
	spec.Fork = atLeast(s.Version, "2.1.118") && w.chance(4)
	nested := w.chance(3)
	a := s.Agent(spec, func(a *Agent) {
		a.Call(Call{Name: "Grep", Input: O("pattern", "x"), Result: "none"})
		if nested {
			a.Agent(AgentSpec{Description: "Deeper", Prompt: w.text()}, func(b *Agent) { b.Reply("Nothing.") })
		}
		a.Reply("Found.")
	})
	if spec.Background {
		s.Reply("Meanwhile.")
		s.Notify(a, w.chance(2))
	}
}

// aside plays events outside of the conversation.
func (w *world) aside(s *Session) {
	switch w.d.IntN(7) {
	case 0:
		s.CustomTitle(w.text())
	case 1:
		if leaf := s.Leaf(); leaf != "" && !atLeast(s.Version, "2.1.25") {
			s.Summary(w.text(), leaf)
		}
	case 2:
		s.LocalCommand("/status", "", "fine")
		w.turn(s)
	case 3:
		s.BashCommand("ls", "a.go", "")
		w.turn(s)
	case 4:
		s.SlashCommand("/review", "12", "Review it.")
		s.Reply("Reviewed.")
	case 5:
		if atLeast(s.Version, "2.1.50") {
			s.Internal("aprompt_suggestion", "Suggest.", "Run the tests")
		}
	case 6:
		s.Env.Branch = pick(w.d, []string{"main", "fix", "feature/x"})
		w.turn(s)
	}
}

func (w *world) rewind(s *Session) {
	if list := s.Rewindable(); len(list) > 0 {
		s.Rewind(pick(w.d, list))
	}
	w.turn(s)
	if w.chance(2) {
		w.turn(s)
	}
}

func (w *world) compact(s *Session) {
	c := Compaction{Trigger: pick(w.d, []string{"auto", "manual"})}
	if s.traits().preserves && w.chance(2) {
		c.Preserve = 1 + w.d.IntN(4)
	} else if w.chance(3) {
		c.Replay = 1 + w.d.IntN(4)
	}
	if list := s.Rewindable(); s.traits().kept && len(list) > 1 && w.chance(3) {
		c = Compaction{Trigger: "manual", UpTo: pick(w.d, list[1:])}
	}
	s.Compact(c)
	if w.chance(3) {
		s.Reply("Going on.")
	}
	w.turn(s)
}

// resume continues a session: in a copy if the version makes one, else in the same file.
func (w *world) resume(s *Session) {
	version := s.Version
	if i := slices.Index(w.Versions, version); i >= 0 && w.chance(3) {
		version = w.Versions[i+w.d.IntN(len(w.Versions)-i)]
	}
	form := R1
	if !atLeast(version, "1.0.86") && w.allowed(P1) && w.chance(2) {
		form = P1
	}
	if !atLeast(version, "2.0.20") && w.allowed(form) {
		w.copied(s, Copying{Form: form, Env: func(e *Env) { e.Version = version }})
		return
	}
	s.ResumeSame(version)
	w.turn(s)
}

func (w *world) allowed(f Form) bool { return len(w.Forms) == 0 || slices.Contains(w.Forms, f) }

// fork copies a session in one of the forms of its version.
func (w *world) fork(s *Session) {
	since := func(v string) bool { return atLeast(s.Version, v) }
	var list []Copying
	offer := func(ok bool, c Copying) {
		if ok && w.allowed(c.Form) {
			list = append(list, c)
		}
	}
	offer(!since("2.0.20"), Copying{Form: R1})
	offer(!since("1.0.86"), Copying{Form: P1, Title: pick(w.d, []string{"", "A title"})})
	offer(since("1.0.120"), Copying{Form: F1})
	offer(since("2.1.100"), Copying{Form: F1, Print: true})
	offer(since("2.1.219"), Copying{Form: F1, KeepIDs: true})
	offer(since("2.1.205") && !since("2.1.241"), Copying{Form: F2, Title: "Copy", Env: func(e *Env) { e.Branch = "copy" }})
	offer(since("2.1.4") && !since("2.1.42") && !w.frozen[s], Copying{Form: F3, HookRoot: w.chance(2)})
	offer(since("2.1.150"), Copying{Form: F4})
	offer(since("2.0.64") && !since("2.0.76"), Copying{Form: F5, Unmarked: true})
	offer(since("2.0.64") && !since("2.1.90"), Copying{Form: F5, Double: Each})
	offer(since("2.0.64") && !since("2.1.90"), Copying{Form: F5, Double: Block, Unlink: true})
	offer(since("2.0.76"), Copying{Form: F5})
	offer(since("2.1.72"), Copying{Form: F6})
	if len(list) == 0 || s.twice {
		return
	}
	c := pick(w.d, list)
	if (c.Form == F1 || c.Form == F2 || c.Form == F5 || c.Form == F6) && w.chance(3) {
		if prompts := s.Rewindable(); len(prompts) > 1 {
			c.At = s.file.at[prompts[1+w.d.IntN(len(prompts)-1)]].prev
		}
	}
	w.copied(s, c)
}

// copied makes the copy and its first own turn. If nothing in the copy names the original,
// the original continues before the copy, or never.
func (w *world) copied(s *Session, c Copying) {
	if c.Form == F3 {
		s.Prompt(w.text())
		s.Use("ExitPlanMode", O("plan", "# Plan"))
	}
	n := w.add(s.Fork(c))
	first := !w.frozen[s] && c.Form != F3 && w.chance(3)
	if first {
		w.turn(s)
	}
	if c.Form == F3 {
		n.Reply("On it.")
		n.EndTurn()
	} else {
		w.turn(n)
	}
	if !n.made.marked && !n.made.signed && !first {
		w.frozen[s] = true
	}
}
