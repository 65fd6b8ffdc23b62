cask "dendro" do
  version "@VERSION@"
  sha256 "@SHA256@"

  url "@HOMEPAGE@/releases/download/v#{version}/dendro-#{version}-macos-universal.dmg"
  name "Dendro"
  desc "Window on the conversations that Claude Code keeps"
  homepage "@HOMEPAGE@"

  depends_on macos: ">= :monterey"

  app "Dendro.app"
  binary "#{appdir}/Dendro.app/Contents/Resources/bin/dendro"
  manpage "#{appdir}/Dendro.app/Contents/Resources/man/dendro.1"
  bash_completion "#{appdir}/Dendro.app/Contents/Resources/completions/dendro.bash"
  zsh_completion "#{appdir}/Dendro.app/Contents/Resources/completions/_dendro"
  fish_completion "#{appdir}/Dendro.app/Contents/Resources/completions/dendro.fish"

  zap trash: [
    "~/Library/Application Support/dendro",
    "~/Library/Caches/dendro",
    "~/Library/Saved Application State/app.dendro.Dendro.savedState",
    "~/Library/WebKit/app.dendro.Dendro",
  ]
end
