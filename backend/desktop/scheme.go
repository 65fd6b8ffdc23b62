package desktop

// Scheme is a colour scheme by its name on the page.
type Scheme string

// The schemes. Unknown is the zero value.
const (
	Unknown Scheme = ""
	Light   Scheme = "light"
	Dark    Scheme = "dark"
)

// ParseScheme reads a theme setting: light or dark; everything else, "system"
// too, is Unknown.
func ParseScheme(setting string) Scheme {
	switch s := Scheme(setting); s {
	case Light, Dark:
		return s
	default:
		return Unknown
	}
}
