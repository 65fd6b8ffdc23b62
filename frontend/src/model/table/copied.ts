import type { Column, TableRow } from './columns';

export type TableFormat = 'tsv' | 'csv';

/**
 * Rows as text for a spreadsheet, with a line of column names. Titles, branches and the like come from the
 * history: a text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function copied(rows: readonly TableRow[], shown: readonly Column[], format: TableFormat): string {
  const cell = ({ isNumber, value, copied: own }: Column, row: TableRow): string => {
    const found = own?.(row) ?? value(row);
    if (typeof found === 'number') return Number.isNaN(found) ? '' : String(found);
    return isNumber !== true && /^[=+\-@\t\r]/.test(found) ? `'${found}` : found;
  };
  const lines = [
    shown.map(({ label }) => label),
    ...rows.map((row) => shown.map((column) => cell(column, row))),
  ];
  const written = format === 'csv' ? quoted : oneLine;
  return lines
    .map((cells) => cells.map(written).join(format === 'csv' ? ',' : '\t'))
    .map((line) => `${line}${format === 'csv' ? '\r\n' : '\n'}`)
    .join('');
}

/** As RFC 4180 has it. */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const oneLine = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
