import type * as Catalogue from '../paraglide/messages/_index.js';
import { language } from './locale';

/** The compiled catalogue: a file for each language, of which a page loads one. Every language has all messages. */
const catalogues: Record<typeof language, () => Promise<unknown>> = {
  en: () => import('../paraglide/messages/en.js'),
  de: () => import('../paraglide/messages/de.js'),
  ja: () => import('../paraglide/messages/ja.js'),
  zh: () => import('../paraglide/messages/zh.js'),
};

/**
 * Every text of the window, as a typed function of its parameters. The language never changes while
 * the page lives: choosing another one loads the page again.
 */
export const m = (await catalogues[language]()) as typeof Catalogue;
