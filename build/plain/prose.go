package main

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// prose is a text that people read. Its line breaks are those of the file.
type prose struct {
	line int // of its first character, from 1
	text string
}

// goProse returns the comments of a Go file and, outside tests, its messages: string
// literals that hold a space.
func goProse(name string, source []byte) []prose {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile(name, files.Base(), len(source)), source, nil, scanner.ScanComments)
	messages := !strings.HasSuffix(name, "_test.go")
	c := collector{prefix: "//"}
	for {
		pos, kind, literal := s.Scan()
		line := files.Position(pos).Line
		switch {
		case kind == token.EOF:
			return c.list
		case kind == token.COMMENT:
			c.comment(line, literal)
		case kind == token.STRING && messages && strings.Contains(literal, " "):
			if text, err := strconv.Unquote(literal); err == nil && !strings.Contains(text, "\n") {
				c.list = append(c.list, prose{line, text})
			}
		}
	}
}

// collector joins line comments that follow each other, so that a phrase is found across
// their line break.
type collector struct {
	prefix string
	list   []prose
	last   int // line of the last line comment; 0 after any other text
}

func (c *collector) comment(line int, text string) {
	rest, isLine := strings.CutPrefix(text, c.prefix)
	switch {
	case !isLine:
		c.list = append(c.list, prose{line, text})
		c.last = 0
		return
	case c.last != 0 && c.last == line-1:
		c.list[len(c.list)-1].text += "\n" + strings.TrimSpace(rest)
	default:
		c.list = append(c.list, prose{line, strings.TrimSpace(rest)})
	}
	c.last = line
}

// Patterns for the comments of scripts and markup. Strings are matched first, so that the
// // of an address in a string does not begin a comment; a string with line breaks is a
// template literal.
var (
	scriptToken = regexp.MustCompile("(?s)'(?:[^'\\\\\\n]|\\\\.)*'|\"(?:[^\"\\\\\\n]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`|/\\*.*?\\*/|//[^\\n]*")
	markupToken = regexp.MustCompile(`(?ms)<!--.*?-->|/\*.*?\*/|(?:^|[;{},()])[ \t]*//[^\n]*`)
	hashToken   = regexp.MustCompile(`(?:^|[ \t])#+[ \t][^\n]*`)
)

func scriptProse(_ string, source []byte) []prose { return tokens(scriptToken, source) }

// markupProse returns the comments of a Svelte or HTML file. Strings are not matched: an
// apostrophe in a text would begin one.
func markupProse(_ string, source []byte) []prose { return tokens(markupToken, source) }

func tokens(pattern *regexp.Regexp, source []byte) []prose {
	c := collector{prefix: "//"}
	text := string(source)
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		found := text[at[0]:at[1]]
		trimmed := strings.TrimLeft(found, " \t\n;{},()")
		if strings.HasPrefix(trimmed, "/") || strings.HasPrefix(trimmed, "<!--") {
			start := at[0] + len(found) - len(trimmed)
			c.comment(1+strings.Count(text[:start], "\n"), trimmed)
		}
	}
	return c.list
}

// hashProse returns the comments of a shell script, a Makefile or a YAML file, and the help
// of Makefile targets.
func hashProse(_ string, source []byte) []prose {
	c := collector{prefix: "#"}
	for i, line := range strings.Split(string(source), "\n") {
		if found := hashToken.FindString(line); found != "" {
			c.comment(i+1, "#"+strings.TrimLeft(found, " \t#"))
		}
	}
	return c.list
}

// markdownProse returns the paragraphs outside code blocks.
func markdownProse(_ string, source []byte) []prose {
	var list []prose
	code, open := false, false
	for i, line := range strings.Split(string(source), "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			code, open = !code, false
		case code:
		case strings.TrimSpace(line) == "":
			open = false
		case open:
			list[len(list)-1].text += "\n" + line
		default:
			list = append(list, prose{i + 1, line})
			open = true
		}
	}
	return list
}

// catalogueProse returns the strings of a message catalogue, which holds no comments.
func catalogueProse(_ string, source []byte) []prose {
	var list []prose
	for i, line := range strings.Split(string(source), "\n") {
		for _, text := range quoted.FindAllString(line, -1) {
			list = append(list, prose{i + 1, text})
		}
	}
	return list
}

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
