package cache

import (
	"encoding/binary"
	"io"
	"runtime"
	"sync"

	"dendro/backend/transcript"
)

// The list of files on disk: how many there are, for each the size of its
// description and how many nodes it has, then the descriptions, one after the
// other. The nodes are a part of their own, in the same order. The manifest
// sums both.

// encodeList describes every file twice, for its size and for its text: all of
// them in memory would be what a scan takes most of.
func encodeList(out io.Writer, files []File) error {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(files)))
	var w writer
	for i := range files {
		w.b = w.b[:0]
		w.file(&files[i])
		head = binary.LittleEndian.AppendUint32(head, uint32(len(w.b)))
		head = binary.LittleEndian.AppendUint32(head, uint32(len(files[i].Summary.Nodes)))
	}
	if _, err := out.Write(head); err != nil {
		return err
	}
	for i := range files {
		w.b = w.b[:0]
		w.file(&files[i])
		if _, err := out.Write(w.b); err != nil {
			return err
		}
	}
	return nil
}

// decodeList reads the list on all processors: it is what a start waits for.
func decodeList(data []byte, nodes []transcript.Node) ([]File, error) {
	if len(data) < 4 {
		return nil, errDamaged
	}
	n := int(binary.LittleEndian.Uint32(data))
	if n > (len(data)-4)/8 {
		return nil, errDamaged
	}
	sizes, rest := data[4:4+8*n], data[4+8*n:]
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
