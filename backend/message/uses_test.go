package message

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestUses: the sources name every message of the catalogue, no other one, and its very
// parameters. Keys and names of parameters are literals, so that this can be checked.
func TestUses(t *testing.T) {
	parameter := regexp.MustCompile(`\{(\w+)\}`)
	used := map[string]bool{}
	for _, call := range calls(t, "../..") {
		key, args, err := literals(call.args)
		if err != nil {
			t.Errorf("%s: %v", call.at, err)
			continue
		}
		used[key] = true
		text, ok := catalogue()[English][key]
		if !ok {
			t.Errorf("%s: the catalogue has no %s", call.at, key)
			continue
		}
		var want []string
		for _, found := range parameter.FindAllStringSubmatch(text, -1) {
			want = append(want, found[1])
		}
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(args, want) {
			t.Errorf("%s: %s has the parameters %q, the catalogue's %q", call.at, key, args, want)
		}
	}
	for key := range catalogue()[English] {
		if !used[key] {
			t.Errorf("nothing uses %s", key)
		}
	}
}

// newCall is a call of New in a source.
type newCall struct {
	at   token.Position
	args []ast.Expr
}

// calls returns the calls of New in all sources below a directory, without the tests.
func calls(t *testing.T, root string) (list []newCall) {
	t.Helper()
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isNew(call.Fun, file.Name.Name) {
				list = append(list, newCall{files.Position(call.Pos()), call.Args})
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// isNew reports whether an expression is this package's New, as seen from a package.
func isNew(fun ast.Expr, from string) bool {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name == "New" && from == "message"
	case *ast.SelectorExpr:
		of, ok := f.X.(*ast.Ident)
		return ok && of.Name == "message" && f.Sel.Name == "New"
	}
	return false
}

// literals returns the key of a call, and the sorted names of its parameters.
func literals(args []ast.Expr) (key string, names []string, err error) {
	for i, arg := range args {
		if i > 0 && i%2 == 0 {
			continue // a value
		}
		literal, ok := arg.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return "", nil, fmt.Errorf("argument %d is not a literal", i+1)
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			return "", nil, err
		}
		if i == 0 {
			key = text
		} else {
			names = append(names, text)
		}
	}
	if len(args)%2 == 0 {
		return "", nil, fmt.Errorf("%d arguments: a parameter has no value", len(args))
	}
	slices.Sort(names)
	return key, names, nil
}
