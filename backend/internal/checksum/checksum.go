// Package checksum is the one checksum of everything that is kept or compared:
// CRC-32 with the polynomial that processors know.
package checksum

import "hash/crc32"

// Sum returns the checksum of b.
func Sum(b []byte) uint32 { return Update(0, b) }

// Update adds b to the checksum of what stands before it.
func Update(sum uint32, b []byte) uint32 {
	return crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), b) // the table is made once
}
