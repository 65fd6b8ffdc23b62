/** Strips the line numbers that the Read tool adds, as "    12→text" or "    12\ttext". */
export function numbered(result: string): { text: string; start: number | null } {
  const lines = result.replace(/\n*<system-reminder>[\s\S]*?<\/system-reminder>\s*$/, '').split('\n');
  const first = /^\s*(\d+)(?:→|\t)/.exec(lines[0] ?? '');
  if (!first) return { text: lines.join('\n'), start: null };
  return {
    text: lines.map((line) => line.replace(/^\s*\d+(?:→|\t)/, '')).join('\n'),
    start: Number(first[1]),
  };
}
