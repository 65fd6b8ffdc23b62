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

/** No place in a list. */
export const NONE = -1;

/**
 * Where in the list the parent of each stands; NONE where it is not in it. No two have the same id. Most
 * stand behind their parent, so only what others are asked for is looked up: a table of all of them would
 * take longer than everything else that is done with a tree.
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
