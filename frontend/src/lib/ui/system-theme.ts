import type { Backend } from '../backend/backend';

/**
 * Follows the system's theme, as the desktop reports it, else as the web view does. Returns a function
 * that stops it.
 */
export function followSystemTheme(
  backend: Pick<Backend, 'onSystemTheme'>,
  changed: (dark: boolean) => void,
): () => void {
  // eslint-disable-next-line dendro/no-literal-text -- a media query
  const query = matchMedia('(prefers-color-scheme: dark)');
  let desktop = document.documentElement.dataset.systemTheme ?? 'unknown';
  const read = () => changed(desktop === 'unknown' ? query.matches : desktop === 'dark');
  read();
  query.addEventListener('change', read);
  const stop = backend.onSystemTheme((theme) => {
    desktop = theme;
    read();
  });
  return () => {
    query.removeEventListener('change', read);
    stop();
  };
}
