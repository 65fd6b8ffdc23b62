package export

import "fmt"

// Formats returns the formats that Render knows, which are also the endings of
// their files' names.
func Formats() []string { return []string{"md", "html", "json"} }

// Render writes a document in a format.
func Render(d *Document, format string, o Options) ([]byte, error) {
	switch format {
	case "md":
		return Markdown(d, o), nil
	case "html":
		return HTML(d, o)
	case "json":
		return JSON(d, o)
	}
	return nil, fmt.Errorf("export: %q is no format that is known", format)
}
