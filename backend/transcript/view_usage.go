package transcript

// Usage counts the tokens of one API response. The lines of a response repeat
// it; before 2.1.97 the first one had a placeholder, so that the largest counts.
type Usage struct{ In, Out, CacheRead, CacheWrite int64 }

// Tokens returns what the usage of r says; what is no number counts as none.
func (r *Record) Tokens() (u Usage) {
	r.Usage.Members(func(key []byte, v Value) {
		n, ok := v.Int()
		if !ok || n < 0 {
			return
		}
		switch string(key) {
		case "input_tokens":
			u.In = n
		case "output_tokens":
			u.Out = n
		case "cache_read_input_tokens":
			u.CacheRead = n
		case "cache_creation_input_tokens":
			u.CacheWrite = n
		}
	})
	return u
}
