package thread

import (
	"maps"
	"math"
	"slices"
)

// numbered numbers the few values that many records share.
type numbered[K comparable] struct {
	all []K
	at  map[K]uint16
}

func newNumbered[K comparable](first ...K) numbered[K] {
	n := numbered[K]{at: map[K]uint16{}}
	for _, k := range first {
		n.number(k)
	}
	return n
}

// number returns the number of k. Beyond what fits, values read as the first:
// only headings are the poorer for it.
func (n *numbered[K]) number(k K) uint16 {
	if i, ok := n.at[k]; ok {
		return i
	}
	if len(n.all) > math.MaxUint16 {
		return 0
	}
	i := uint16(len(n.all))
	n.all = append(n.all, k)
	n.at[k] = i
	return i
}

func (n *numbered[K]) clone() numbered[K] {
	return numbered[K]{slices.Clone(n.all), maps.Clone(n.at)}
}
