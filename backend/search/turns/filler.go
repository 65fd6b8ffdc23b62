package turns

import "strings"

// fillers are words of a description that carry no meaning of their own.
var fillers = func() map[string]bool {
	set := map[string]bool{}
	for _, list := range [...]string{
		// English
		`a an the of to in on at for and or is are was were be been do did does done doing i we you it he she they that this those these
		my our your its their with from by as not no why how when what which who whom where there then than so if but about into out
		again just have has had having can could should would will shall may might must me us him her them let lets got get am
		dont didnt isnt wasnt doesnt cant im ive one some any thing things something`,
		// German
		`der die das den dem des ein eine einen einem einer und oder ist sind war waren sein wir ich du er sie es ihr man mit von zu zum
		zur im in am an auf fur aus bei nach wie wann warum was wo wer wenn dass nicht kein keine auch noch mal hatte haben hat wurde wurden`,
		// French
		`le la les un une des du de et ou est sont etait nous je tu il elle on vous ils avec par pour dans sur au aux ce cette ces que qui
		quoi quand pourquoi comment ne pas plus se sa son ses`,
		// Spanish and Portuguese
		`el los las una unos unas y o es son era con por para en del al que quien cuando como donde porque no se su sus lo um uma e os as
		do da dos das em no na por com quando porque`,
	} {
		for w := range strings.FieldsSeq(list) {
			set[w] = true
		}
	}
	return set
}()

// Filler reports whether a word of a query, in the form of Word.Text, is a filler.
func Filler(word string) bool { return fillers[word] }
