/** A name with the value of each side. */
export interface Line<T> {
  name: string;
  sides: [T | undefined, T | undefined];
}

/** Merges two lists, sorted by name. */
export function sideBySide<T>(a: readonly T[], b: readonly T[], nameOf: (each: T) => string): Line<T>[] {
  const [left, right] = [a, b].map((list) => new Map(list.map((each) => [nameOf(each), each])));
  return [...new Set([...a, ...b].map(nameOf))]
    .sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
    .map((name) => ({ name, sides: [left?.get(name), right?.get(name)] }));
}
