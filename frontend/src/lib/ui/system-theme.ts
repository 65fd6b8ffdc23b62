import type { Backend } from '../backend/backend';

/**
 * Follows the system's light and dark, as the desktop says or else as the web view sees it; returns
 * the way to stop.
 */
export function followSystemTheme(
  backend: Pick<Backend, 'onSystemTheme'>,
  changed: (dark: boolean) => void,
): () => void {
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
