; The installer for Windows, made with makensis on any system, see package.sh. It installs for
; one person and needs no administrator.
;
; Defines: VERSION, NUMBERS (four of them), FILES (a directory), BOOTSTRAPPER, OUT.
Unicode true
Target amd64-unicode
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetDateSave off

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WordFunc.nsh"
!include "WinMessages.nsh"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Dendro"
!define APP_PATH "Software\Microsoft\Windows\CurrentVersion\App Paths\dendro.exe"
!define LINKS "Software\Classes\dendro"
; Microsoft says how to find out whether the runtime is there.
!define WEBVIEW "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
; Longer strings do not fit into what NSIS reads a value to.
!define LONGEST_PATH 900

Name "Dendro"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Dendro"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
BrandingText "Dendro ${VERSION}"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Dendro"
VIAddVersionKey "FileDescription" "Installer of Dendro"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "CompanyName" "the Dendro authors"
VIAddVersionKey "LegalCopyright" "Copyright 2026 the Dendro authors"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\dendro-window.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open Dendro"
!insertmacro MUI_PAGE_LICENSE "${FILES}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; The window needs Microsoft's WebView2, which Windows 11 brings along. The bootstrapper
; fetches it from Microsoft.
Function WebView2
  SetRegView 32
  ReadRegStr $0 HKLM "SOFTWARE\${WEBVIEW}" "pv"
  SetRegView 64
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0"
    ReadRegStr $0 HKCU "Software\${WEBVIEW}" "pv"
  ${EndIf}
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0"
    InitPluginsDir
    DetailPrint "Installing Microsoft's WebView2 Runtime"
    File "/oname=$PLUGINSDIR\webview2.exe" "${BOOTSTRAPPER}"
    ExecWait '"$PLUGINSDIR\webview2.exe" /silent /install' $1
    ${If} $1 != 0
      DetailPrint "WebView2 could not be installed ($1): Dendro's window asks for it when it is opened."
    ${EndIf}
  ${EndIf}
FunctionEnd

Section "Dendro"
  SetRegView 64
  ${GetParameters} $2
  ${GetOptions} $2 "/NOWEBVIEW" $3
  ${If} ${Errors}
    Call WebView2
  ${EndIf}
  SetOutPath "$INSTDIR"
  File "${FILES}\dendro.exe"
  File "${FILES}\dendro-window.exe"
  File "${FILES}\LICENSE.txt"
  File "${FILES}\NOTICE.txt"
  CreateShortcut "$SMPROGRAMS\Dendro.lnk" "$INSTDIR\dendro-window.exe"

  WriteRegStr HKCU "${LINKS}" "" "URL:A place in a chat"
  WriteRegStr HKCU "${LINKS}" "URL Protocol" ""
  WriteRegStr HKCU "${LINKS}\DefaultIcon" "" "$INSTDIR\dendro-window.exe,0"
  WriteRegStr HKCU "${LINKS}\shell\open\command" "" '"$INSTDIR\dendro-window.exe" "%1"'
  WriteRegStr HKCU "${APP_PATH}" "" "$INSTDIR\dendro.exe"

  ReadRegStr $0 HKCU "Environment" "Path"
  StrLen $1 "$0$INSTDIR"
  ${If} $1 < ${LONGEST_PATH}
    ${WordReplace} "$0" ";$INSTDIR" "" "+" $0
    WriteRegExpandStr HKCU "Environment" "Path" "$0;$INSTDIR"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
  ${Else}
    DetailPrint "Your PATH is too long to be changed here: add $INSTDIR to it to call dendro by name."
  ${EndIf}

  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Dendro"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\dendro-window.exe,0"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "the Dendro authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; What the person has, settings and what was read, stays.
Section "Uninstall"
  SetRegView 64
  Delete "$INSTDIR\dendro.exe"
  Delete "$INSTDIR\dendro-window.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\NOTICE.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Dendro.lnk"
  DeleteRegKey HKCU "${LINKS}"
  DeleteRegKey HKCU "${APP_PATH}"
  DeleteRegKey HKCU "${UNINSTALL}"
  ReadRegStr $0 HKCU "Environment" "Path"
  StrLen $1 "$0"
  ${If} $1 < ${LONGEST_PATH}
    ${WordReplace} "$0" ";$INSTDIR" "" "+" $0
    WriteRegExpandStr HKCU "Environment" "Path" "$0"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
  ${EndIf}
SectionEnd
