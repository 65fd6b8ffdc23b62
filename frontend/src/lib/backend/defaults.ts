import type { Settings } from './types';

/** What holds where nothing was chosen yet. */
export const defaults: Settings = {
  theme: 'system',
  density: 'comfortable',
  treeDensity: 'comfortable',
  terminal: '',
  customTerminal: [],
  panes: { sidebar: 284, tree: 396, inspector: 320 },
  window: { width: 1440, height: 900, x: 0, y: 0, maximised: false },
  lastChat: '',
  lastPlace: '',
  starred: [],
  savedSearches: [],
  recentSearches: [],
  showThinking: false,
  showInternal: false,
  wrap: true,
  textSize: 100,
  letterKeys: true,
  keys: [],
  outline: true,
  notify: false,
  diff: 'unified',
};
