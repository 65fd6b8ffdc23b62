package own

import (
	"io/fs"

	"golang.org/x/sys/windows"

	"dendro/backend/message"
)

// control describes other users who can change a directory, or returns none. The owner must
// be this user or the administrators, who own files created by elevated programs.
// Directories above are the system's: by default nobody can rename a user's directory below
// them.
func control(path string, _ fs.FileInfo, last bool) message.Message {
	if !last {
		return message.Message{}
	}
	security, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION)
	if err != nil {
		return message.New("own_owner_unknown", "path", path)
	}
	owner, _, err := security.Owner()
	if err != nil || owner == nil {
		return message.New("own_owner_unknown", "path", path)
	}
	if owner.IsWellKnown(windows.WinBuiltinAdministratorsSid) || owner.IsWellKnown(windows.WinLocalSystemSid) {
		return message.Message{}
	}
	me, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil || !owner.Equals(me.User.Sid) {
		return message.New("own_other_owner", "path", path)
	}
	return message.Message{}
}

// hasOtherNames returns false: hard links are not checked on Windows.
func hasOtherNames(fs.FileInfo) bool { return false }
