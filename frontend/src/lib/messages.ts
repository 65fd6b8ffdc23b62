import type * as Catalogue from '../paraglide/messages/_index.js';
import { language } from './locale';

/** Loads one language of the catalogue, of which every language has all messages; English if it does not load. */
export const load = (
  catalogue: Record<typeof language, () => Promise<object>>,
  of = language,
): Promise<object> => catalogue[of]().catch(catalogue.en);

/**
 * Every text of the window, as a typed function of its parameters. The language never changes while
 * the page lives: choosing another one loads the page again.
 * In the built page it has the messages of the first paint until messages-rest is loaded.
 */
export const m = {
  ...(await load({
    en: () => import('../paraglide/messages/en.js'),
    de: () => import('../paraglide/messages/de.js'),
    ja: () => import('../paraglide/messages/ja.js'),
    zh: () => import('../paraglide/messages/zh.js'),
  })),
} as typeof Catalogue;
