import { shortPath } from '../../lib/text';

/** Splits a path into name and directory, relative to the working directory if it is below it. */
export function splitPath(path: string, cwd: string): { name: string; dir: string } {
  const seen = shortPath(path, cwd);
  const cut = Math.max(seen.lastIndexOf('/'), seen.lastIndexOf('\\'));
  return { name: seen.slice(cut + 1) || path, dir: cut < 0 ? '' : seen.slice(0, Math.max(cut, 1)) };
}
