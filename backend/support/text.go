package support

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// String formats the report for an issue.
func (f Facts) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("Dendro", "%s", f.Program)
	line("System", "%s, kernel %s", cmp.Or(f.System, f.Program.System), cmp.Or(f.Kernel, "not known"))
	line("Desktop", "%s, session %s", f.Desktop, f.Session)
	line("Graphics", "composited %s, DMA-BUF %s", yes(f.Composed), yes(f.DMABUF))
	line("Client", "%s", f.Client)
	line("Terminals", "%s", cmp.Or(strings.Join(f.Terminals, ", "), "none found"))
	line("Store", "%s, %d files, %d KB", f.Store, f.StoreFiles, (f.StoreBytes+1023)/1024)
	demo := ""
	if f.Demo {
		demo = ", the demo"
	}
	line("Roots", "%d%s", len(f.Roots), demo)
	for i, r := range f.Roots {
		line(fmt.Sprintf("  %d", i+1), "%d sessions in %d projects, %d agents, %d KB", r.Sessions, r.Projects, r.Agents, (r.Bytes+1023)/1024)
	}
	line("Records", "%d", f.Records)
	list(&b, "Unknown types", f.Unknown)
	list(&b, "Problems", f.Problems)
	return b.String()
}

// list writes counts, the largest first.
func list(b *strings.Builder, title string, counts map[string]int) {
	if len(counts) == 0 {
		fmt.Fprintf(b, "%s: none\n", title)
		return
	}
	fmt.Fprintf(b, "%s:\n", title)
	for _, name := range slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x, y))
	}) {
		fmt.Fprintf(b, "  %6d  %s\n", counts[name], name)
	}
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
