/** Returns the text between `<name>` and `</name>`, without adjacent line breaks; null without the tag. */
export function tagged(text: string, name: string): string | null {
  const from = text.indexOf(`<${name}>`);
  if (from < 0) return null;
  const to = text.lastIndexOf(`</${name}>`);
  return text.slice(from + name.length + 2, to < from ? undefined : to).replace(/^\n|\n$/g, '');
}

/**
 * Returns the preview in the notice for an output stored in a file of its own (2.1: "Output too
 * large (…). Full output saved to: …", then "Preview (first …):"); other texts unchanged.
 */
export function preview(result: string): string {
  const notice = tagged(result, 'persisted-output');
  if (notice === null) return result;
  const found = /^Preview \(.*\):\n([\s\S]*)$/m.exec(notice);
  return (found?.[1] ?? '').replace(/\n\.\.\.$/, '');
}

export interface NotebookCell {
  id: string;
  markdown: boolean;
  source: string;
}

/** Parses the cells in Read's result for a notebook: `<cell id="…"><cell_type>markdown</cell_type>…</cell id="…">`. */
export function notebookCells(result: string): NotebookCell[] {
  return [...result.matchAll(/<cell id="([^"]*)">([\s\S]*?)<\/cell id="\1">/g)].map((found) => {
    const body = found[2] ?? '';
    const kind = tagged(body, 'cell_type');
    return {
      id: found[1] ?? '',
      markdown: kind === 'markdown',
      source: body
        .replace(/^<cell_type>[\s\S]*?<\/cell_type>/, '')
        .replace(/^<language>[\s\S]*?<\/language>/, ''),
    };
  });
}
