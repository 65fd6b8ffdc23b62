// Most lists of a row are empty or hold one thing. A list for nothing and room to grow in every other
// one would be most of what a layout takes of the memory.
export const EMPTY: never[] = [];

/** The list with one more at its end; the one that was given is not to be used any more. */
export function append<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('layout: index out of range');
  return value;
}
