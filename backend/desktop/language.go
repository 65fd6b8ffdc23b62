package desktop

import locale "github.com/jeandeaual/go-locale"

// SystemLanguages returns the languages that the person prefers, best first, as BCP 47 tags:
// the environment's on Linux, the system settings' elsewhere. It is empty if the system
// names none.
func SystemLanguages() []string {
	tags, err := locale.GetLocales()
	if err != nil {
		return nil
	}
	return tags
}
