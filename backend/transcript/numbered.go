package transcript

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
