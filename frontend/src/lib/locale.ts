/** The languages of the message catalogue, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', ja: '日本語', zh: '简体中文' } as const;
export type Language = keyof typeof languages;

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/**
 * The language of the window, which the page is served with, and the locale of its dates and numbers:
 * with the region that the system has for that language, as English of Britain writes dates its own way.
 */
export function localeOf(
  served: string,
  preferred: readonly string[],
): { language: Language; locale: string } {
  const language = isLanguage(served) ? served : 'en';
  return { language, locale: preferred.find((tag) => tag.split('-')[0] === language) ?? language };
}

export const { language, locale } = localeOf(
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['language'] ?? ''),
  typeof navigator === 'undefined' ? [] : navigator.languages,
);
