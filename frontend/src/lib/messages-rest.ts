import { load, m } from './messages';

let loaded: Promise<unknown> | undefined;

/**
 * Settled when `m` has all messages. In the built page everything that is imported after the first paint waits for
 * it (scripts/split-messages.ts): no module could wait for them itself, since WebKit runs a module that two others
 * import at once before its top-level await has ended (https://bugs.webkit.org/show_bug.cgi?id=242740).
 */
export const allMessages = (): Promise<unknown> =>
  (loaded ??= load({
    en: () => import('../paraglide/messages/en.js?rest'),
    de: () => import('../paraglide/messages/de.js?rest'),
    ja: () => import('../paraglide/messages/ja.js?rest'),
    zh: () => import('../paraglide/messages/zh.js?rest'),
  }).then((rest) => Object.assign(m, rest)));
