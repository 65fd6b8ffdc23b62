import { load, m } from './messages';

/** What modules that are loaded after the first paint import as lib/messages (scripts/split-messages.ts). */
export { m };

Object.assign(
  m,
  await load({
    en: () => import('../paraglide/messages/en.js?rest'),
    de: () => import('../paraglide/messages/de.js?rest'),
    ja: () => import('../paraglide/messages/ja.js?rest'),
    zh: () => import('../paraglide/messages/zh.js?rest'),
  }),
);
