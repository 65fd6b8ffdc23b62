import { shortPath } from '../../lib/text';

/** A file's name and the directory it lies in, as seen from a working directory. */
export function splitPath(path: string, cwd: string): { name: string; dir: string } {
  const seen = shortPath(path, cwd);
  const cut = Math.max(seen.lastIndexOf('/'), seen.lastIndexOf('\\'));
  return { name: seen.slice(cut + 1) || path, dir: cut < 0 ? '' : seen.slice(0, Math.max(cut, 1)) };
}
