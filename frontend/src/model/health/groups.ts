import type { BadLine, HealthReport } from '../../lib/backend/types';

export interface BadFile {
  /** Relative to its root. */
  file: string;
  /** The session of the file, or of the agent whose file it is; '' if the path does not tell. */
  session: string;
  lines: number;
  first: BadLine;
}

/** Groups lines by file, sorted by their number. A duplicate belongs to no session. */
export function byFile(lines: readonly BadLine[], duplicates: HealthReport['duplicates'] = []): BadFile[] {
  const copies = new Map(duplicates.map((each) => [each.file, each.copy ?? '']));
  const files = new Map<string, BadFile>();
  for (const line of lines) {
    const known = files.get(line.file);
    if (known) known.lines++;
    else
      files.set(line.file, {
        file: line.file,
        session: copies.get(line.file) ?? sessionOf(line.file),
        lines: 1,
        first: line,
      });
  }
  return [...files.values()].sort((a, b) => b.lines - a.lines || a.file.localeCompare(b.file));
}

/**
 * Sessions are `projects/<project>/<session>.jsonl`, their agents are in `<session>/subagents/`. An agent
 * beside the sessions names its session only in its records: ''.
 */
function sessionOf(file: string): string {
  const parts = file.split(/[\\/]/);
  const below = parts.indexOf('subagents');
  if (below > 0) return parts[below - 1] ?? '';
  const name = parts.at(-1) ?? '';
  return name.startsWith('agent-') ? '' : name.replace(/\.jsonl$/, '');
}
