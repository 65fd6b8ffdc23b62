import type { Column, TableRow } from './columns';

const isPlain = /^[\x20-\x7e]*$/;

/** A text as it is sorted: without case and accents. Comparing with Intl.Collator takes six times as long. */
function folded(text: string): string {
  return (isPlain.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
}

/** The beginning of a text as a number, in the order of the texts: three UTF-16 units. */
function head(text: string): number {
  const unit = (i: number) => text.charCodeAt(i) || 0;
  return (unit(0) * 0x10000 + unit(1)) * 0x10000 + unit(2);
}

/**
 * Sorts rows by a column. Rows without a value come last in either direction, equal ones keep their order.
 * Each value is read once, and most comparisons are of numbers: they are the largest cost with many rows.
 */
export function sortedBy(
  rows: readonly TableRow[],
  { value }: Pick<Column, 'value'>,
  descending: boolean,
): readonly TableRow[] {
  const keys = rows.map((row) => {
    const key = value(row);
    return typeof key === 'string' ? folded(key) : key;
  });
  const heads = Float64Array.from(keys, (key) => (typeof key === 'string' ? head(key) : key));
  const sign = descending ? -1 : 1;
  const compare = (a: number, b: number) => {
    const by = (heads[a] ?? 0) - (heads[b] ?? 0);
    if (by !== 0) return sign * by;
    const [x, y] = [keys[a] as string, keys[b] as string];
    return x < y ? -sign : x > y ? sign : a - b;
  };
  const has = (i: number) => keys[i] !== '' && !Number.isNaN(keys[i]);
  const all = rows.map((_, i) => i);
  const order = [...Uint32Array.from(all.filter(has)).sort(compare), ...all.filter((i) => !has(i))];
  return order.map((i) => rows[i] as TableRow);
}
