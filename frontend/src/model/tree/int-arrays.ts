// Most lists of a row are empty or have one item. Allocated empty lists and spare capacity would be most of
// the memory of a layout.
export const EMPTY: never[] = [];

/** Appends an item and returns the list; the given list must not be used afterwards. */
export function append<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('layout: index out of range');
  return value;
}

/** The index of a missing item. */
export const NONE = -1;

/**
 * Returns the index of each item's parent; NONE if it is not in the list. Ids are unique. Most items directly
 * follow their parent, so only the other parents are looked up: a map of all ids would take longer than the
 * rest of the layout.
 */
export function parentsOf(list: readonly { id: string; parent: string | null }[]): Int32Array {
  const out = new Int32Array(list.length).fill(NONE);
  const asked = new Map<string, number>();
  const asking: number[] = [];
  let last = '';
  list.forEach(({ id, parent }, i) => {
    if (parent !== null && i > 0 && parent === last) out[i] = i - 1;
    else if (parent !== null) {
      asked.set(parent, NONE);
      asking.push(i);
    }
    last = id;
  });
  if (asking.length === 0) return out;
  list.forEach(({ id }, i) => {
    if (asked.has(id)) asked.set(id, i);
  });
  for (const i of asking) out[i] = asked.get(must(list[i]).parent ?? '') ?? NONE;
  return out;
}
