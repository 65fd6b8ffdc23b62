/** A name with what each of two sides has to say of it. */
export interface Line<T> {
  name: string;
  sides: [T | undefined, T | undefined];
}

/** Two lists as one, in order of the names. */
export function sideBySide<T>(a: readonly T[], b: readonly T[], nameOf: (each: T) => string): Line<T>[] {
  const [left, right] = [a, b].map((list) => new Map(list.map((each) => [nameOf(each), each])));
  return [...new Set([...a, ...b].map(nameOf))]
    .sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
    .map((name) => ({ name, sides: [left?.get(name), right?.get(name)] }));
}
