/** A file's name and the directory it lies in, as seen from a working directory. */
export function splitPath(path: string, cwd: string): { name: string; dir: string } {
  const base = cwd.replace(/[\\/]+$/, '');
  const inside = base !== '' && (path.startsWith(`${base}/`) || path.startsWith(`${base}\\`));
  const rest = inside ? path.slice(base.length + 1) : path;
  const cut = Math.max(rest.lastIndexOf('/'), rest.lastIndexOf('\\'));
  return { name: rest.slice(cut + 1) || path, dir: cut < 0 ? '' : rest.slice(0, Math.max(cut, 1)) };
}
