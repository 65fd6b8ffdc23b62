/**
 * How well a query fits a command's title: 0 when a letter is missing, more for letters that stand
 * together and at the beginnings of words. Chats are scored by the engine; this is for some dozen titles.
 */
export function score(query: string, title: string): number {
  const text = title.toLowerCase();
  let at = -1;
  let sum = 0;
  for (const c of query.toLowerCase()) {
    if (c === ' ') continue;
    const next = text.indexOf(c, at + 1);
    if (next < 0) return 0;
    if (next === at + 1) sum += 3;
    else if (next === 0 || text[next - 1] === ' ') sum += 2;
    else sum += 0.5;
    at = next;
  }
  return sum / Math.sqrt(text.length);
}
