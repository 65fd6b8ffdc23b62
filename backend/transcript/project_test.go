package transcript

import "testing"

func TestProjectKey(t *testing.T) {
	for _, same := range [][]string{
		{`K:\work\shop`, `k:\work\shop`, `K:/work/shop`, `k:\Work\SHOP\`, `\\?\K:\work\shop`, "k:/work/shop//"},
		{"/home/me/app", "/home/me/app/", "/home/me//app", "/home/me/./app"},
		{"/home/me/caf\u00e9", "/home/me/cafe\u0301", "/home/me/cafe\u0301/"},
		{`K:\`, `k:/`},
		{"/", "//"},
		{`\\server\share\x`, `\\SERVER\share\x\`, "//server/share/x", "//SERVER/Share/x/", `\\?\UNC\server\share\x`, `\\.\UNC\server\share\x`},
		{`\\wsl$\Ubuntu\home\me\app`, `\\wsl.localhost\Ubuntu\home\me\app`, "//wsl.localhost/ubuntu/home/me/app/", `\\WSL$\Ubuntu\home\me\app\.`},
		{`C:\work\inn`, `C:\work\inn\.`, `c:\work\.\inn`, `C:\work\inn\.\`, `\\.\C:\work\inn`, `C:/work/inn/./`},
		{"/Users/me/Code/Inn", "/Users/me/code/inn", "/Users/me/code/inn/."},
		{"/Volumes/Data/App", "/Volumes/data/app"},
		{"/private/tmp/App", "/private/tmp/app"},
		{"-home-me-app"},
		{`/home/me/a\b`},
		{"/home/me/App"},
		{"/home/me/K:"},
		{"K"},
		{""},
	} {
		for _, dir := range same {
			if ProjectKey(dir) != ProjectKey(same[0]) {
				t.Errorf("%q has the key %q, %q has %q", dir, ProjectKey(dir), same[0], ProjectKey(same[0]))
			}
		}
	}
	if ProjectKey(`\\wsl$\Ubuntu\home\me\App`) == ProjectKey(`\\wsl$\Ubuntu\home\me\app`) || ProjectKey("/users/me/App") == ProjectKey("/users/me/app") {
		t.Error("two directories of Linux have one key")
	}
	if ProjectKey("/home/me/App") == ProjectKey("/home/me/app") || ProjectKey(`/a\b`) == ProjectKey("/a/b") {
		t.Error("two directories have one key")
	}
}

func TestProjectSpelling(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/me/app/": "/home/me/app", "/": "/", `K:\`: `K:\`, `K:\work\`: `K:\work`, "K:/": "K:/", "-home-me-app": "-home-me-app", "": "", "K:": "K:",
		`C:\work\inn\.`: `C:\work\inn`, "/home/me/app/.": "/home/me/app", `C:\.`: `C:\`, "/.": "/",
	} {
		if got := ProjectSpelling(dir); got != want {
			t.Errorf("%q: %q, want %q", dir, got, want)
		}
	}
	for _, tt := range [][2]string{
		{`K:\work\shop`, `k:\work\shop`},
		{`K:\work\shop`, "K:/work/shop"},
		{`k:\work\shop`, "K:/work/shop"},
		{"/home/me/caf\u00e9", "/home/me/cafe\u0301"},
		{"/home/me/app", "/home/me//app"},
		{`\\nas\dev\shop`, "//nas/dev/shop"},
		{`\\nas\dev\shop`, `\\?\UNC\nas\dev\shop`},
		{`C:\work\inn`, `\\.\C:\work\inn`},
	} {
		if !BetterSpelling(tt[0], tt[1]) || BetterSpelling(tt[1], tt[0]) {
			t.Errorf("%q is not better than %q", tt[0], tt[1])
		}
	}
}

func TestInProject(t *testing.T) {
	for _, tt := range []struct {
		project, text string
		want          bool
	}{
		{"/home/me/cafe\u0301", "caf\u00e9", true},
		{"/home/me/caf\u00e9", "cafe\u0301", true},
		{`K:\work\shop`, "k:/WORK/", true},
		{"K:/work/shop", `work\shop`, true},
		{"/home/me/app/", "me/app/", true},
		{"/home/me/app2", "me/app/", false},
		{"/home/me/App", "app", true},
		{"/home/me/app", "", true},
		{"/home/me/app", "other", false},
	} {
		if got := InProject(tt.project, tt.text); got != tt.want {
			t.Errorf("%q in %q: %t", tt.text, tt.project, got)
		}
	}
}

func TestRepository(t *testing.T) {
	for _, tt := range []struct{ dir, of, want string }{
		{"/home/ada/cli/.worktrees/3", "", "/home/ada/cli"},
		{`C:\src\cli\.claude\worktrees\brave-fox`, "", `C:\src\cli`},
		{"/src/repo/.claude/worktrees/x", "/else", "/src/repo"},
		{"/src/repo/.claude/worktrees/x/", "", "/src/repo"},
		{"/.worktrees/3", "", ""},
		{"/home/ada/worktrees/3", "", ""},
		{"/home/ada/cli/.worktrees", "", ""},
		{"/home/ada/cli/.worktrees/", "", ""},
		{"/src/repo-wt9", "/src/repo", "/src/repo"},
		{"/src/wt/brave-fox", "/src/repo/", "/src/repo"},
		{"/src/repo", "/src/repo", ""},
		{"/src/repo/", "/src/repo", ""},
		{"/src/repo/part", "/src/repo", ""}, // a directory of it, as far as can be told
		{`c:\src\repo`, `C:\src\Repo`, ""},
		{"/src/x", "/", ""},
		{"/src/x", "", ""},
		{"", "/src/repo", ""},
		{"-home-x", "", ""},
	} {
		if got := Repository(tt.dir, tt.of); got != tt.want {
			t.Errorf("Repository(%q, %q) = %q, want %q", tt.dir, tt.of, got, tt.want)
		}
	}
}

func TestLinkedRepository(t *testing.T) {
	for _, tt := range []struct{ dir, file, want string }{
		{"/src/x", "gitdir: /src/repo/.git/worktrees/x\n", "/src/repo"},
		{"/src/x", "gitdir: ../repo/.git/worktrees/x", "/src/repo"},
		{`C:\src\x`, "gitdir: C:/src/repo/.git/worktrees/x\r\n", `C:\src\repo`},
		{`C:\src\x`, "gitdir: ../repo/.git/worktrees/x\n", `C:\src\repo`},
		{"/src/repo/sub", "gitdir: ../.git/modules/sub\n", ""},
		{"/src/x", "gitdir: /src/repo.git/worktrees/x\n", ""},
		{"/src/x", "gitdir: /src/repo/.git/worktrees/x/y\n", ""},
		{"/src/x", "gitdir: \n", ""},
		{"/src/x", "", ""},
	} {
		if got := LinkedRepository(tt.dir, []byte(tt.file)); got != tt.want {
			t.Errorf("%s: %q: %q, want %q", tt.dir, tt.file, got, tt.want)
		}
	}
}
