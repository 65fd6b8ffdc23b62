package cache

import (
	"encoding/binary"
	"io"
	"runtime"
	"sync"

	"dendro/backend/transcript"
)

// The list of files on disk: the descriptions, one after the other, for each its
// size and how many nodes it has, and how many there are. The nodes are a part of
// their own, in the same order. The manifest sums both.

// encodeList writes what the descriptions take behind them, where it is known:
// all of them in memory would be what a scan takes most of.
func encodeList(out io.Writer, files []File) error {
	sizes := make([]byte, 0, 8*len(files)+4)
	var w writer
	for i := range files {
		w.b = w.b[:0]
		w.file(&files[i])
		if _, err := out.Write(w.b); err != nil {
			return err
		}
		sizes = binary.LittleEndian.AppendUint32(sizes, uint32(len(w.b)))
		sizes = binary.LittleEndian.AppendUint32(sizes, uint32(len(files[i].Summary.Nodes)))
	}
	_, err := out.Write(binary.LittleEndian.AppendUint32(sizes, uint32(len(files))))
	return err
}

// decodeList reads the list on all processors: it is what a start waits for.
func decodeList(data []byte, nodes []transcript.Node) ([]File, error) {
	if len(data) < 4 {
		return nil, errDamaged
	}
	rest, last := data[:len(data)-4], data[len(data)-4:]
	n := int(binary.LittleEndian.Uint32(last))
	if n > len(rest)/8 {
		return nil, errDamaged
	}
	rest, sizes := rest[:len(rest)-8*n], rest[len(rest)-8*n:]
	type place struct{ text, node int }
	at := make([]place, n+1)
	for i := range n {
		at[i+1].text = at[i].text + int(binary.LittleEndian.Uint32(sizes[8*i:]))
		at[i+1].node = at[i].node + int(binary.LittleEndian.Uint32(sizes[8*i+4:]))
	}
	if at[n].text != len(rest) || at[n].node != len(nodes) {
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
				files[i], errs[worker] = decodeFile(rest[from.text:to.text], nodes[from.node:to.node:to.node])
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
