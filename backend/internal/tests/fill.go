package tests

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"
)

// Fill sets everything below a value to random non-zero values, including unexported
// fields; fields with the given names are skipped. With it, a round-trip test fails if a
// new field is not encoded.
func Fill(draw *rand.Rand, v reflect.Value, except ...string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		Fill(draw, v.Elem(), except...)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(draw.Int64N(1<<33), draw.Int64N(1e9))))
			return
		}
		for i := range v.NumField() {
			if f := v.Field(i); !slices.Contains(except, v.Type().Field(i).Name) {
				Fill(draw, reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem(), except...)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			Fill(draw, v.Index(i), except...)
		}
	case reflect.Array:
		for i := range v.Len() {
			Fill(draw, v.Index(i), except...)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 3 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			Fill(draw, key, except...)
			Fill(draw, value, except...)
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("é%x", draw.Uint64()>>draw.IntN(60)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(draw.Int64() - 1<<62 + 1)
	case reflect.Int32:
		v.SetInt(int64(int32(draw.Uint32()) | 1))
	case reflect.Uint16:
		v.SetUint(draw.Uint64N(3)) // an index into a slice of three
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(draw.Uint64()>>(64-v.Type().Bits()) | 1)
	default:
		panic("a " + v.Type().String() + " is not kept")
	}
}
