package history

import "time"

// Draw is a source of random choices: *math/rand/v2.Rand implements it, and a property
// testing library needs three lines.
type Draw interface {
	// IntN returns a number from 0 to n-1.
	IntN(n int) int
}

// Random plays a history of about size acts and returns the truth about it. Equal draws
// give equal bytes.
func Random(d Draw, size int) (*Home, Truth) {
	h := People{Steps: size}.Act(d)
	return h, h.Truth()
}

// People are users of the program over its versions. They prompt, use tools, rewind,
// compact, resume, fork in every form, clear, move and delete. They never create an edge
// that nobody could find: if a copy does not name its original, the original continues
// first or not at all, and only sessions whose copies name them are deleted.
type People struct {
	Steps int
	// Forms restricts the forms of copying; default all.
	Forms []Form
	// Versions are the versions in use; default one of every era.
	Versions []string
	// KeepAll disables deletion.
	KeepAll bool
	// Stay disables moves to other directories.
	Stay bool
	// Plain omits hooks, snapshots and the like.
	Plain bool
}

// Eras has one version for every set of traits.
func Eras() []string {
	return []string{
		"1.0.24", "1.0.56", "1.0.71", "1.0.120", "2.0.14", "2.0.42", "2.0.64", "2.0.76", "2.1.4", "2.1.17",
		"2.1.29", "2.1.42", "2.1.72", "2.1.90", "2.1.114", "2.1.150", "2.1.215", "2.1.219", "2.1.241", "2.1.250", "2.1.330",
	}
}

// Act plays the history.
func (p People) Act(d Draw) *Home {
	if len(p.Versions) == 0 {
		p.Versions = Eras()
	}
	w := &world{People: p, d: d, frozen: map[*Session]bool{}}
	w.h = New(uint64(d.IntN(1<<30)), time.Date(2026, 10, 1, 8, 0, 0, 0, time.UTC))
	for range max(1, p.Steps) {
		w.step()
	}
	return w.h
}

// world is the state of a history while it is played.
type world struct {
	People
	d      Draw
	h      *Home
	open   []*Session // that may continue
	frozen map[*Session]bool
	said   int
}

// chance is true once in n times.
func (w *world) chance(n int) bool { return w.d.IntN(n) == 0 }

func pick[T any](d Draw, list []T) T { return list[d.IntN(len(list))] }

func (w *world) text() string {
	w.said++
	words := []string{"Why is it slow?", "Add a test.", "Explain.", "修正這個錯誤。", "Try again with less.", "Now the docs.", "What about \"quotes\" & <tags>?"}
	return pick(w.d, words) + " (" + itoa(w.said) + ")"
}

// step plays one act.
func (w *world) step() {
	var free []*Session
	for _, s := range w.open {
		if !w.frozen[s] {
			free = append(free, s)
		}
	}
	if len(w.open) == 0 || w.chance(8) {
		w.begin()
		return
	}
	if len(free) == 0 || w.chance(4) {
		w.fork(pick(w.d, w.open))
		return
	}
	s := pick(w.d, free)
	switch w.d.IntN(13) {
	case 0, 1:
		w.rewind(s)
	case 2:
		w.compact(s)
	case 3:
		w.resume(s)
	case 4:
		w.clear(s)
	case 5:
		w.aside(s)
	case 6:
		if !w.KeepAll {
			w.delete(s)
		}
	case 7:
		if !w.Stay && atLeast(s.Version, "2.1.169") {
			s.Move("/home/ada/projects/"+pick(w.d, []string{"api", "api-hotfix", "docs"}), w.chance(2))
		}
		w.turn(s)
	case 8:
		w.odd(s)
	default:
		w.turn(s)
	}
}

// clear starts a new session; the newest versions may name it in the old file.
func (w *world) clear(s *Session) {
	if atLeast(s.Version, "2.1.241") && !s.handed && w.chance(2) {
		s.handed = true
		w.turn(w.add(s.Handover()))
		return
	}
	w.turn(w.add(s.Clear()))
}

func (w *world) begin() {
	cwd := "/home/ada/projects/" + pick(w.d, []string{"api", "web", "資料庫"})
	s := w.h.Session(Options{Env: Env{Cwd: cwd, Branch: "main", Version: pick(w.d, w.Versions)}, Hooks: w.chance(2), Plain: w.Plain})
	w.open = append(w.open, s)
	w.turn(s)
}

// delete removes a session without copies, or whose copies all name it.
func (w *world) delete(s *Session) {
	children := 0
	for _, o := range w.h.sessions {
		if o.made.parent != s || o.file.deleted {
			continue
		}
		children++
		if f := Form(o.made.form); f != F6 && (f != F5 || !o.made.marked) {
			return
		}
	}
	if children > 0 && s.made.parent != nil {
		return
	}
	w.h.Delete(s)
	for i, o := range w.open {
		if o == s {
			w.open = append(w.open[:i:i], w.open[i+1:]...)
			return
		}
	}
}

func (w *world) add(s *Session) *Session {
	w.open = append(w.open, s)
	return s
}
