package settings

import "slices"

// Remembered returns the roots to read if none is named, by path: the ones that were found
// and those that the user added, without the hidden ones.
func Remembered(found []string, own []Root) []string {
	list := slices.Clone(found)
	for _, r := range own {
		if r.Added && !slices.Contains(list, r.Path) {
			list = append(list, r.Path)
		}
	}
	return slices.DeleteFunc(list, func(path string) bool {
		return slices.ContainsFunc(own, func(o Root) bool { return o.Hidden && o.Path == path })
	})
}
