package history

import "strings"

// Patch returns the hunks of a change in the program's format (structuredPatch): lines with
// a leading space, minus or plus, and three lines of context.
func Patch(before, after string) []Obj {
	ops := diff(lines(before), lines(after))
	const context = 3
	var hunks []Obj
	for i := 0; i < len(ops); {
		if ops[i].kind == ' ' {
			i++
			continue
		}
		from := max(0, i-context)
		end, quiet := i, 0
		for ; end < len(ops) && quiet <= 2*context; end++ {
			if ops[end].kind == ' ' {
				quiet++
			} else {
				quiet = 0
			}
		}
		end -= max(0, quiet-context)
		hunks = append(hunks, hunk(ops[from:end]))
		i = end
	}
	return hunks
}

type op struct {
	kind     byte // ' ', '-' or '+'
	text     string
	old, new int // line numbers, from 1
}

func hunk(ops []op) Obj {
	var text []string
	var olds, news int
	for _, o := range ops {
		text = append(text, string(o.kind)+o.text)
		if o.kind != '+' {
			olds++
		}
		if o.kind != '-' {
			news++
		}
	}
	return O("oldStart", ops[0].old, "oldLines", olds, "newStart", ops[0].new, "newLines", news, "lines", text)
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

// diff is the simple longest-common-subsequence algorithm, fast enough for demo files.
func diff(a, b []string) []op {
	n, m := len(a), len(b)
	lcs := make([][]int, n+1)
	for i := range lcs {
		lcs[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if a[i] == b[j] {
				lcs[i][j] = lcs[i+1][j+1] + 1
			} else {
				lcs[i][j] = max(lcs[i+1][j], lcs[i][j+1])
			}
		}
	}
	var ops []op
	i, j := 0, 0
	for i < n || j < m {
		switch {
		case i < n && j < m && a[i] == b[j]:
			ops = append(ops, op{' ', a[i], i + 1, j + 1})
			i, j = i+1, j+1
		case i < n && (j == m || lcs[i+1][j] >= lcs[i][j+1]):
			ops = append(ops, op{'-', a[i], i + 1, j + 1})
			i++
		default:
			ops = append(ops, op{'+', b[j], i + 1, j + 1})
			j++
		}
	}
	return ops
}
