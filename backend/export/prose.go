package export

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	ghtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// prose renders Markdown by the same rules as the window: HTML is text, links lead to http,
// https and mailto only, pictures are named and not fetched.
type prose struct{ reply, typed goldmark.Markdown }

func newProse() *prose {
	return &prose{
		reply: newGoldmark(),
		// Typed text keeps its line breaks.
		typed: newGoldmark(ghtml.WithHardWraps()),
	}
}

func newGoldmark(options ...renderer.Option) goldmark.Markdown {
	return goldmark.New(
		// All parsers except those for HTML.
		goldmark.WithParser(parser.NewParser(
			parser.WithBlockParsers(
				util.Prioritized(parser.NewSetextHeadingParser(), 100),
				util.Prioritized(parser.NewThematicBreakParser(), 200),
				util.Prioritized(parser.NewListParser(), 300),
				util.Prioritized(parser.NewListItemParser(), 400),
				util.Prioritized(parser.NewCodeBlockParser(), 500),
				util.Prioritized(parser.NewATXHeadingParser(), 600),
				util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
				util.Prioritized(parser.NewBlockquoteParser(), 800),
				util.Prioritized(parser.NewParagraphParser(), 1000),
			),
			parser.WithInlineParsers(
				util.Prioritized(parser.NewCodeSpanParser(), 100),
				util.Prioritized(parser.NewLinkParser(), 200),
				util.Prioritized(parser.NewAutoLinkParser(), 300),
				util.Prioritized(parser.NewEmphasisParser(), 500),
			),
			parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
			limits(),
		)),
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough,
			extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"})),
		),
		goldmark.WithRendererOptions(append(options, renderer.WithNodeRenderers(util.Prioritized(safeNodes{}, 1)))...),
	)
}

// html returns a text as HTML.
func (p *prose) html(text string, typed bool) string {
	text = visible(text)
	if !isProse(text) {
		return "<pre>\n" + escaped(text) + "</pre>\n"
	}
	md := p.reply
	if typed {
		md = p.typed
	}
	var b bytes.Buffer
	if md.Convert([]byte(text), &b) != nil { // unreachable: a buffer accepts everything
		return "<pre>\n" + escaped(text) + "</pre>\n"
	}
	return b.String()
}

// safeNodes renders nodes that could lead out of the document or run code in it.
type safeNodes struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (safeNodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		anchor(w, string(n.(*ast.Link).Destination), entering)
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindAutoLink, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		link := n.(*ast.AutoLink)
		to := string(link.URL(source))
		if link.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(to, "mailto:") {
			to = "mailto:" + to
		}
		anchor(w, to, entering)
		if entering {
			_, _ = w.WriteString(escaped(string(link.Label(source))))
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindImage, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			fmt.Fprintf(w, `<span class="picture" title="%s">image `, escaped(string(n.(*ast.Image).Destination)))
		} else {
			_, _ = w.WriteString("</span>")
		}
		return ast.WalkContinue, nil
	})
	code := func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		language := ""
		if fenced, ok := n.(*ast.FencedCodeBlock); ok {
			language = string(fenced.Language(source))
		}
		var text strings.Builder
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			text.Write(line.Value(source))
		}
		_, _ = w.WriteString(codeHTML(text.String(), language))
		return ast.WalkSkipChildren, nil
	}
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(ast.KindCodeBlock, code)
}

// anchor begins or ends a link; a link to a disallowed address is rendered as its text.
func anchor(w util.BufWriter, to string, entering bool) {
	switch {
	case !leadsOut(to) && entering:
		fmt.Fprintf(w, `<span title="%s">`, escaped(to))
	case !leadsOut(to):
		_, _ = w.WriteString("</span>")
	case entering:
		fmt.Fprintf(w, `<a href="%s" rel="noopener noreferrer">`, escaped(string(util.URLEscape([]byte(to), false))))
	default:
		_, _ = w.WriteString("</a>")
	}
}

// leadsOut reports whether an address is allowed.
func leadsOut(to string) bool {
	for _, scheme := range [...]string{"http://", "https://", "mailto:"} {
		if len(to) > len(scheme) && strings.EqualFold(to[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}
