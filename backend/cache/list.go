package cache

import (
	"cmp"
	"encoding/binary"
	"io"
	"runtime"
	"slices"
	"sync"
)

// The list of files on disk: the descriptions, one after the other, for each its
// size, how many nodes it has and where, and how many there are. The nodes are a
// part of their own. The manifest sums both.

// placed is what stands behind the descriptions for each.
const placed = 4 + 4 + 4

// encodeList writes what the descriptions take behind them, where it is known:
// all of them in memory would be what a scan takes most of. places are those of
// the files' nodes; nil: one behind the other. The files stand in the order of
// their nodes: whoever goes through them looks at few of these at a time. shelf,
// where most of their texts lie, may be nil.
func encodeList(out io.Writer, files []File, places []uint32, shelf *NodeShelf) error {
	sizes := make([]byte, 0, placed*len(files)+4)
	var w writer
	next := uint32(0)
	for _, i := range inOrder(len(files), places) {
		w.b = w.b[:0]
		w.file(&files[i])
		if _, err := out.Write(w.b); err != nil {
			return err
		}
		if shelf != nil {
			shelf.lookedAt(len(w.b))
		}
		n := len(files[i].Summary.Nodes)
		place := next
		if places != nil {
			place = places[i]
		}
		next += uint32(n * nodeSize / nodeAlign)
		for _, v := range [...]uint32{uint32(len(w.b)), uint32(n), place} {
			sizes = binary.LittleEndian.AppendUint32(sizes, v)
		}
	}
	_, err := out.Write(binary.LittleEndian.AppendUint32(sizes, uint32(len(files))))
	return err
}

// inOrder returns the numbers up to n by their places; nil: as they are.
func inOrder(n int, places []uint32) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if places != nil {
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	}
	return order
}

// decodeList reads the list on all processors: it is what a start waits for. It
// tells looked, from several goroutines, how many nodes it has looked at since.
func decodeList(data, nodes []byte, looked func(nodes int)) ([]File, error) {
	if len(data) < 4 {
		return nil, errDamaged
	}
	rest, last := data[:len(data)-4], data[len(data)-4:]
	n := int(binary.LittleEndian.Uint32(last))
	if n > len(rest)/placed {
		return nil, errDamaged
	}
	rest, sizes := rest[:len(rest)-placed*n], rest[len(rest)-placed*n:]
	type place struct{ text, node, nodes int }
	at := make([]place, n+1)
	for i := range n {
		entry := sizes[placed*i:]
		at[i+1].text = at[i].text + int(binary.LittleEndian.Uint32(entry))
		at[i].nodes = int(binary.LittleEndian.Uint32(entry[4:])) * nodeSize
		at[i].node = int(binary.LittleEndian.Uint32(entry[8:])) * nodeAlign
		if at[i].node+at[i].nodes > len(nodes) {
			return nil, errDamaged
		}
	}
	if at[n].text != len(rest) {
		return nil, errDamaged
	}
	files := make([]File, n)
	workers := runtime.GOMAXPROCS(0)
	errs := make([]error, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < n && errs[worker] == nil; i += workers {
				from, to := at[i], at[i+1]
				files[i], errs[worker] = decodeFile(rest[from.text:to.text], nodesOf(nodes[from.node:from.node+from.nodes]))
				looked(from.nodes / nodeSize)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
