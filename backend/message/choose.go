package message

import "golang.org/x/text/language"

// Choose returns a language of the catalogue: the chosen one ("" for the system's), else the
// best for the languages that the system prefers, as BCP 47 tags, else English. Traditional
// Chinese has none: simplified characters are another script.
func Choose(chosen string, preferred []string) string {
	if _, ok := catalogue()[chosen]; ok {
		return chosen
	}
	known := []string{English, "de", "ja", "zh"}
	tags := make([]language.Tag, len(known))
	for i, name := range known {
		tags[i] = language.Make(name)
	}
	var wanted []language.Tag
	for _, name := range preferred {
		if tag, err := language.Parse(name); err == nil {
			wanted = append(wanted, tag)
		}
	}
	_, at, confidence := language.NewMatcher(tags).Match(wanted...)
	if confidence < language.High {
		return English
	}
	return known[at]
}
