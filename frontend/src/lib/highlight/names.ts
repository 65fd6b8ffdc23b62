import type { Language } from './languages';

/* eslint-disable dendro/no-literal-text -- names of languages and file extensions */
const names: Record<Language, string> = {
  bash: 'bash sh shell zsh console shellscript',
  c: 'c h',
  cpp: 'cpp cc cxx c++ hpp hh',
  csharp: 'csharp cs c#',
  css: 'css',
  diff: 'diff patch',
  docker: 'docker dockerfile',
  go: 'go golang',
  html: 'html htm',
  java: 'java',
  javascript: 'javascript js mjs cjs',
  json: 'json jsonc json5 jsonl',
  jsx: 'jsx',
  kotlin: 'kotlin kt kts',
  lua: 'lua',
  make: 'make makefile mk',
  markdown: 'markdown md mdx',
  php: 'php',
  powershell: 'powershell ps1 pwsh',
  python: 'python py pyi',
  ruby: 'ruby rb',
  rust: 'rust rs',
  scss: 'scss sass',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  terraform: 'terraform tf hcl',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'typescript ts mts cts',
  vue: 'vue',
  xml: 'xml svg plist',
  yaml: 'yaml yml',
  zig: 'zig',
};

const byName = new Map<string, Language>();
for (const [language, all] of Object.entries(names) as [Language, string][]) {
  for (const name of all.split(' ')) byName.set(name, language);
}

/** The grammar for a name or a file extension; undefined for none. */
export function languageOf(name: string): Language | undefined {
  return byName.get(name.toLowerCase());
}

export function languageOfPath(path: string): Language | undefined {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return languageOf(base) ?? languageOf(base.slice(base.lastIndexOf('.') + 1));
}
