package resume

import "strings"

// command is the line to copy: for a POSIX shell, or on Windows for PowerShell, the
// default shell of its terminal.
func (l *Launcher) command(dir string, c config, argv []string) string {
	if strings.ContainsRune(dir, 0) || strings.ContainsRune(c.set, 0) {
		return ""
	}
	if l.sys.GOOS == "windows" {
		return commandPowerShell(dir, c, argv)
	}
	return commandPOSIX(dir, c, argv)
}

func commandPOSIX(dir string, c config, argv []string) string {
	var b strings.Builder
	if dir != "" {
		b.WriteString("cd ")
		b.WriteString(quotePOSIX(dir))
		b.WriteString(" && ")
	}
	switch {
	case c.set != "":
		b.WriteString(configVariable + "=")
		b.WriteString(quotePOSIX(c.set))
		b.WriteByte(' ')
	case c.unset && c.inherited:
		b.WriteString("env -u " + configVariable + " ")
	}
	for i, arg := range argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(quotePOSIX(arg))
	}
	return b.String()
}

func commandPowerShell(dir string, c config, argv []string) string {
	var b strings.Builder
	if dir != "" {
		b.WriteString("Set-Location -LiteralPath ")
		b.WriteString(quotePowerShell(dir))
		b.WriteString(" -ErrorAction Stop; ")
	}
	switch {
	case c.set != "":
		b.WriteString("$env:" + configVariable + " = ")
		b.WriteString(quotePowerShell(c.set))
		b.WriteString("; ")
	case c.unset && c.inherited:
		b.WriteString("$env:" + configVariable + " = $null; ")
	}
	b.WriteString(strings.Join(argv, " "))
	return b.String()
}
