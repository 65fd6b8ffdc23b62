package history

// officialLeaf is the record that `claude --resume` goes on from, by the rule of
// the official reader (format, section 6), written down as it stands there and
// without a thought for speed.
func officialLeaf(f *file) string {
	pos := map[string]int{}
	parents := map[string]bool{}
	for i, l := range f.lines {
		if l.rec == nil || !l.chain() {
			continue
		}
		if _, ok := pos[l.uuid()]; !ok {
			pos[l.uuid()] = i
		}
		if f.at[l.uuid()] == l {
			parents[l.rec.Str("parentUuid")] = true
		}
	}
	best, found := -1, ""
	for id := range pos {
		if parents[id] {
			continue
		}
		seen := map[string]bool{}
		for at := id; at != "" && !seen[at]; {
			seen[at] = true
			l := f.at[at]
			if l == nil {
				break
			}
			if l.turn() {
				meta, _ := l.rec.Get("isMeta").(bool)
				if !meta && !l.sidechain() && !l.rec.Has("teamName") && pos[at] > best {
					best, found = pos[at], at
				}
				break
			}
			at = l.rec.Str("parentUuid")
		}
	}
	return found
}
