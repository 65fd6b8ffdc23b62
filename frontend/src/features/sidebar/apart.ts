/** How much of a name a row surely shows. */
const SHOWN = 40;
/** How much of what they share names keep that would look the same. */
const KEPT = 18;

/**
 * What names are called that stand beside each other: those that begin alike, as far as a row shows them, keep the
 * beginning of what they share and then the words that tell them apart. Names that are the same stay so.
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

/** Where the first word begins in which names differ. */
function wordStart(names: readonly string[]): number {
  const [first = '', ...others] = names;
  let at = 0;
  while (at < first.length && others.every((name) => name[at] === first[at])) at++;
  const space = first.lastIndexOf(' ', at);
  return at - space > 24 ? at : space + 1;
}
