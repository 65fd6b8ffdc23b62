export interface GrepGroup {
  file: string;
  lines: { number: string; text: string }[];
}

/** Groups "path:12:text" lines by file; other lines belong to the file before them. */
export function grepGroups(content: string): GrepGroup[] {
  const groups: GrepGroup[] = [];
  const byFile = new Map<string, GrepGroup>();
  for (const line of content.split('\n')) {
    if (line === '' || line === '--') continue;
    const found =
      /^((?:[A-Za-z]:)?[^:\n]+):(\d+):(.*)$/.exec(line) ?? /^((?:[A-Za-z]:)?[^:\n]+?)-(\d+)-(.*)$/.exec(line);
    const file = found?.[1] ?? groups.at(-1)?.file ?? '';
    let group = byFile.get(file);
    if (!group) {
      group = { file, lines: [] };
      byFile.set(file, group);
      groups.push(group);
    }
    group.lines.push({ number: found?.[2] ?? '', text: found?.[3] ?? line });
  }
  return groups;
}
