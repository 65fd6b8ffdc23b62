package own

import (
	"io/fs"

	"golang.org/x/sys/windows"
)

// control describes other users who can change a directory, or returns "". The owner must
// be this user or the administrators, who own files created by elevated programs.
// Directories above are the system's: by default nobody can rename a user's directory below
// them.
func control(path string, _ fs.FileInfo, last bool) string {
	if !last {
		return ""
	}
	security, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION)
	if err != nil {
		return "its owner is unknown"
	}
	owner, _, err := security.Owner()
	if err != nil || owner == nil {
		return "its owner is unknown"
	}
	if owner.IsWellKnown(windows.WinBuiltinAdministratorsSid) || owner.IsWellKnown(windows.WinLocalSystemSid) {
		return ""
	}
	me, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil || !owner.Equals(me.User.Sid) {
		return "it belongs to another user"
	}
	return ""
}

// hasOtherNames returns false: hard links are not checked on Windows.
func hasOtherNames(fs.FileInfo) bool { return false }
