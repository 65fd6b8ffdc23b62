package transcript

import "testing"

// TestCommandLine: tools.test.ts expects the same results from the window.
func TestCommandLine(t *testing.T) {
	for _, tt := range []struct{ command, want string }{
		{"go test ./...", "go test ./..."},
		{`cd "/a b" && go vet ./...`, "go vet ./..."},
		{"# once more\nOUT=\"/a b/c\"\ncd /a\ngo vet ./... > $OUT", "go vet ./... > $OUT"},
		{`A="x y"; B="$A/z"; cd $B; make all`, "make all"},
		{"export A=1 && B=$(git rev-parse HEAD) && echo $B", "echo $B"},
		{"cd /a &&\n  make", "make"},
		{"CGO_ENABLED=0 go build .", "CGO_ENABLED=0 go build ."},
		{"cd /a || exit 1", "cd /a || exit 1"},
		{"cd /a", "cd /a"},
		{"\n cd /a\n A=1\n", "cd /a"},
		{"A=1; B=2", "A=1; B=2"},
		{"(cd /a && make)", "(cd /a && make)"},
		{"cd /a && node -e '\n\n  const a = 1;\n  print(a)'", "node -e ' const a = 1;"},
		{"git add b && git commit -q -F - <<'EOF'\nfix: the tide\nEOF", "git add b && git commit -q -F - <<'EOF' fix: the tide"},
		{"cat > a.md << 'EOF'\n# Tides\nEOF", "cat > a.md << 'EOF'"},
		{`grep -c "x" | sed 's/a/"b"'`, `grep -c "x" | sed 's/a/"b"'`},
		{"python -c \"", "python -c \""},
		{"", ""},
	} {
		if got := CommandLine(tt.command); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.command, got, tt.want)
		}
	}
}
