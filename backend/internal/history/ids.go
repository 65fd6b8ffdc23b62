package history

import (
	"encoding/hex"
	"math/rand/v2"
)

// ids mints identifiers in the shapes that Claude Code and the API use.
type ids struct{ rng *rand.Rand }

const base62 = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func (i ids) bytes(n int) []byte {
	b := make([]byte, n)
	for k := range b {
		b[k] = byte(i.rng.Uint32())
	}
	return b
}

// uuid returns a random UUID of version 4.
func (i ids) uuid() string {
	b := i.bytes(16)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	var s [36]byte
	hex.Encode(s[0:8], b[0:4])
	hex.Encode(s[9:13], b[4:6])
	hex.Encode(s[14:18], b[6:8])
	hex.Encode(s[19:23], b[8:10])
	hex.Encode(s[24:36], b[10:16])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return string(s[:])
}

// token returns prefix and n random characters, as in msg_01… and toolu_01….
func (i ids) token(prefix string, n int) string {
	b := make([]byte, n)
	for k := range b {
		b[k] = base62[i.rng.IntN(len(base62))]
	}
	return prefix + string(b)
}

// hex returns n random hexadecimal digits.
func (i ids) hex(n int) string { return hex.EncodeToString(i.bytes((n + 1) / 2))[:n] }

// slug returns a plan name like the program's.
func (i ids) slug() string {
	adjectives := []string{"brisk", "calm", "dapper", "eager", "fuzzy", "gentle", "humble", "jolly", "lucid", "mellow", "nimble", "quiet", "sunny", "witty"}
	verbs := []string{"baking", "drifting", "floating", "humming", "juggling", "knitting", "painting", "roaming", "singing", "strolling", "weaving", "whistling"}
	nouns := []string{"badger", "beacon", "comet", "cricket", "fern", "harbor", "kettle", "lantern", "meadow", "otter", "pebble", "teapot", "willow"}
	pick := func(list []string) string { return list[i.rng.IntN(len(list))] }
	return pick(adjectives) + "-" + pick(verbs) + "-" + pick(nouns)
}
