// Package checksum is the checksum of all stored or compared data: CRC-32 with the
// polynomial that processors support (Castagnoli).
package checksum

import "hash/crc32"

// Sum returns the checksum of b.
func Sum(b []byte) uint32 { return Update(0, b) }

// Update extends the checksum sum of preceding data by b.
func Update(sum uint32, b []byte) uint32 {
	return crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), b) // the table is made once
}
