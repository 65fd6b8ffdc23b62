/** How many characters of a name every row shows. */
const SHOWN = 40;
/** How many characters of a shared beginning are kept. */
const KEPT = 18;

/**
 * Shortens names that would look the same in the list: those that share the visible beginning keep a part of it,
 * followed by the words that differ. Identical names are unchanged.
 */
export function apart(names: readonly string[]): string[] {
  const alike = new Map<string, number[]>();
  names.forEach((name, i) => {
    if (name.length <= SHOWN) return;
    const head = name.slice(0, SHOWN);
    const list = alike.get(head);
    if (list) list.push(i);
    else alike.set(head, [i]);
  });
  const out = [...names];
  for (const list of alike.values()) {
    const group = [...new Set(list.map((i) => names[i] ?? ''))];
    if (group.length < 2) continue;
    const shared = wordStart(group);
    for (const i of list) {
      const name = names[i] ?? '';
      const head = name.slice(0, name.lastIndexOf(' ', KEPT) > 6 ? name.lastIndexOf(' ', KEPT) : KEPT);
      out[i] = `${head.trimEnd()} … ${name.slice(shared)}`;
    }
  }
  return out;
}

/** The index of the first word in which the names differ. */
function wordStart(names: readonly string[]): number {
  const [first = '', ...others] = names;
  let at = 0;
  while (at < first.length && others.every((name) => name[at] === first[at])) at++;
  const space = first.lastIndexOf(' ', at);
  return at - space > 24 ? at : space + 1;
}
