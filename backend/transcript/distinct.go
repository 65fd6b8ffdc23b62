package transcript

// What repeats from record to record is kept once, in order of first
// appearance, and named by its index.

func (z *Summarizer) sessionIndex(id string) int {
	i, ok := z.sessions[id]
	if !ok {
		i = len(z.s.SessionIDs)
		z.sessions[id] = i
		z.s.SessionIDs = append(z.s.SessionIDs, id)
		z.s.SessionOf = append(z.s.SessionOf, 0)
	}
	return i
}

func (z *Summarizer) branchIndex(name string) uint16 {
	if name == z.branch && z.branched {
		return z.branchAt
	}
	i, ok := z.branches[name]
	if !ok {
		i = uint16(min(len(z.s.Branches), 1<<16-1))
		z.branches[name] = i
		z.s.Branches = append(z.s.Branches, name)
	}
	z.branch, z.branchAt, z.branched = name, i, true
	return i
}

// modelIndex returns the index from 1 of the model that wrote r; synthetic
// records have none.
func (z *Summarizer) modelIndex(r *Record) uint16 {
	if r.Kind != KindAssistant || r.Model == "" || r.Synthetic() {
		return 0
	}
	if r.Model == z.model {
		return z.modelAt
	}
	i, ok := z.models[r.Model]
	if !ok {
		z.s.Models = append(z.s.Models, r.Model)
		i = uint16(min(len(z.s.Models), 1<<16-1))
		z.models[r.Model] = i
	}
	z.model, z.modelAt = r.Model, i
	return i
}

// note appends s to list unless it is known, and reports whether it did.
func note(known map[string]bool, list *[]string, s string) bool {
	if known[s] {
		return false
	}
	known[s] = true
	*list = append(*list, s)
	return true
}

func put(m map[ID]ID, key, value ID) map[ID]ID {
	if m == nil {
		m = map[ID]ID{}
	}
	m[key] = value
	return m
}

// hash32 is FNV-1a: stable between runs, so that summaries can be stored.
func hash32(s string) uint32 {
	if s == "" {
		return 0
	}
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return max(h, 1)
}
