package cache

import (
	"encoding/binary"
	"io"
	"runtime"
	"sync"
)

// The list of files on disk: how many there are, for each the sizes of its
// description and its nodes, then these, one after the other. The manifest
// sums it.

// encodeList writes the nodes as it makes their form: they are nearly all of it.
func encodeList(w io.Writer, files []File) error {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(files)))
	texts := make([][]byte, len(files))
	for i := range files {
		texts[i] = encodeFile(&files[i])
		head = binary.LittleEndian.AppendUint32(head, uint32(len(texts[i])))
		head = binary.LittleEndian.AppendUint32(head, uint32(len(files[i].Summary.Nodes)*nodeSize))
	}
	if _, err := w.Write(head); err != nil {
		return err
	}
	var nodes []byte
	for i := range files {
		if _, err := w.Write(texts[i]); err != nil {
			return err
		}
		nodes = appendNodes(nodes[:0], files[i].Summary.Nodes)
		if _, err := w.Write(nodes); err != nil {
			return err
		}
	}
	return nil
}

// decodeList reads the list on all processors: it is what a start waits for.
func decodeList(data []byte) ([]File, error) {
	if len(data) < 4 {
		return nil, errDamaged
	}
	n := int(binary.LittleEndian.Uint32(data))
	if n > (len(data)-4)/8 {
		return nil, errDamaged
	}
	sizes, rest := data[4:4+8*n], data[4+8*n:]
	at := make([]int, 2*n+1)
	for i := range 2 * n {
		at[i+1] = at[i] + int(binary.LittleEndian.Uint32(sizes[4*i:]))
	}
	if at[2*n] != len(rest) {
		return nil, errDamaged
	}
	files := make([]File, n)
	workers := runtime.GOMAXPROCS(0)
	errs := make([]error, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < n && errs[worker] == nil; i += workers {
				files[i], errs[worker] = decodeFile(rest[at[2*i]:at[2*i+1]], rest[at[2*i+1]:at[2*i+2]])
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
