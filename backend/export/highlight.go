package export

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxColoured is the maximum length of highlighted code.
const maxColoured = 256 << 10

// grammar is the minimal description of a language for highlighting comments, strings and
// keywords. A complete library takes longer to initialise than loading a list of chats.
type grammar struct {
	line     []string // starts a comment to the end of the line
	open     string   // starts a multi-line comment
	close    string
	quotes   string // the string delimiters
	keywords map[string]bool
}

// words is a set of them.
func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// family returns the grammar of a language by one of its names or extensions, or nil.
func family(language string) *grammar {
	switch strings.ToLower(language) {
	case "go", "golang":
		return curly("break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var nil true false")
	case "js", "jsx", "ts", "tsx", "javascript", "typescript", "mjs", "cjs", "svelte", "vue":
		return curly("as async await break case catch class const continue default delete do else enum export extends false finally for from function if implements import in instanceof interface let new null of return static super switch this throw true try type typeof undefined var void while yield readonly")
	case "c", "h", "cc", "cpp", "hpp", "c++", "cs", "csharp", "java", "kotlin", "kt", "swift", "rust", "rs", "scala", "php", "dart", "zig":
		return curly("abstract as async auto await bool break case catch char class const continue crate default defer delete do double dyn else enum explicit extends extern false final finally float fn for foreach fun func function guard if impl implements import in inline int interface internal is let long loop match mod move mut namespace new nil null nullptr object operator override package private protected pub public ref return self short signed sizeof static string struct super switch template this throw throws trait true try type typedef typename union unsafe unsigned use using val var virtual void volatile when where while yield")
	case "py", "python":
		return &grammar{line: []string{"#"}, quotes: "\"'", keywords: words("False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield")}
	case "rb", "ruby":
		return &grammar{line: []string{"#"}, quotes: "\"'", keywords: words("alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require")}
	case "sh", "bash", "zsh", "shell", "console", "fish", "powershell", "ps1", "dockerfile", "makefile", "make":
		return &grammar{line: []string{"#"}, quotes: "\"'", keywords: words("if then else elif fi for while until do done case esac function in return export local set unset cd echo exit source sudo FROM RUN COPY CMD ENV WORKDIR ENTRYPOINT ARG EXPOSE")}
	case "json", "jsonc", "json5":
		return &grammar{line: []string{"//"}, quotes: "\"", keywords: words("true false null")}
	case "yaml", "yml", "toml", "ini", "conf", "properties", "env":
		return &grammar{line: []string{"#"}, quotes: "\"'", keywords: words("true false null yes no on off")}
	case "sql":
		return &grammar{line: []string{"--"}, open: "/*", close: "*/", quotes: "'\"", keywords: words("select from where and or not insert into values update set delete create table index view drop alter add column primary key foreign references join left right inner outer on group by order having limit offset as distinct union all null is in like between exists case when then else end begin commit rollback SELECT FROM WHERE AND OR NOT INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE INDEX VIEW DROP ALTER ADD COLUMN PRIMARY KEY FOREIGN REFERENCES JOIN LEFT RIGHT INNER OUTER ON GROUP BY ORDER HAVING LIMIT OFFSET AS DISTINCT UNION ALL NULL IS IN LIKE BETWEEN EXISTS CASE WHEN THEN ELSE END BEGIN COMMIT ROLLBACK")}
	case "css", "scss", "less":
		return &grammar{open: "/*", close: "*/", quotes: "\"'", keywords: words("@media @import @layer @keyframes @supports @font-face @container !important")}
	case "html", "xml", "svg", "xhtml":
		return &grammar{open: "<!--", close: "-->", quotes: "\"", keywords: map[string]bool{}}
	case "lua", "haskell", "hs", "elm":
		return &grammar{line: []string{"--"}, quotes: "\"'", keywords: words("and break do else elseif end false for function if in local nil not or repeat return then true until while where let case of module import data type class instance")}
	}
	return nil
}

func curly(keywords string) *grammar {
	return &grammar{line: []string{"//"}, open: "/*", close: "*/", quotes: "\"'`", keywords: words(keywords)}
}

// codeHTML renders code as a block, highlighted if its language is known.
func codeHTML(text, language string) string {
	text = strings.TrimSuffix(visible(text), "\n")
	body := escaped(text)
	if g := family(language); g != nil && len(text) <= maxColoured {
		body = g.colour(text)
	} else if isDiff(text, language) {
		return diffHTML(strings.Split(text, "\n"))
	}
	return "<pre><code>" + body + "</code></pre>\n"
}

// colour highlights a text.
func (g *grammar) colour(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/2)
	span := func(class, s string) {
		b.WriteString(`<i class="` + class + `">`)
		b.WriteString(escaped(s))
		b.WriteString("</i>")
	}
	for i := 0; i < len(text); {
		left := text[i:]
		if n := g.comment(left); n > 0 {
			span("c", left[:n])
			i += n
			continue
		}
		if strings.IndexByte(g.quotes, left[0]) >= 0 {
			n := stringEnd(left)
			span("s", left[:n])
			i += n
			continue
		}
		if n := wordEnd(left); n > 0 {
			word := left[:n]
			switch {
			case g.keywords[word]:
				span("k", word)
			case word[0] >= '0' && word[0] <= '9':
				span("n", word)
			case strings.HasPrefix(left[n:], "("):
				span("f", word)
			default:
				b.WriteString(escaped(word))
			}
			i += n
			continue
		}
		_, n := utf8.DecodeRuneInString(left)
		b.WriteString(escaped(left[:n]))
		i += n
	}
	return b.String()
}

// comment returns the length of the comment at the start of a text, or 0.
func (g *grammar) comment(text string) int {
	if g.open != "" && strings.HasPrefix(text, g.open) {
		if end := strings.Index(text[len(g.open):], g.close); end >= 0 {
			return len(g.open) + end + len(g.close)
		}
		return len(text)
	}
	for _, mark := range g.line {
		if strings.HasPrefix(text, mark) {
			if end := strings.IndexByte(text, '\n'); end >= 0 {
				return end
			}
			return len(text)
		}
	}
	return 0
}

// stringEnd returns the end of the string at the start of a text: the same quote, or the
// end of the line. Only a backquote may span lines.
func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] != '`':
			i++
		case text[i] == text[0]:
			return i + 1
		case text[i] == '\n' && text[0] != '`':
			return i
		}
	}
	return len(text)
}

// wordEnd returns the length of the word at the start of a text.
func wordEnd(text string) int {
	for i, r := range text {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && (i > 0 || r != '@' && r != '!') {
			if i == 1 && (text[0] == '@' || text[0] == '!') {
				return 0
			}
			return i
		}
	}
	return len(text)
}
