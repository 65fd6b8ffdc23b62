/** The languages of the message catalogue, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', ja: '日本語', zh: '简体中文' } as const;
export type Language = keyof typeof languages;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** The catalogue's language for a BCP 47 tag; undefined if it has none. Chinese is simplified only. */
function languageOf(tag: string): Language | undefined {
  if (/^zh-(hant|tw|hk|mo)\b/i.test(tag)) return undefined;
  const primary = tag.slice(0, 2).toLowerCase();
  return isLanguage(primary) && !/^[a-z]/i.test(tag.slice(2)) ? primary : undefined;
}

/**
 * The language of the window, and the locale of its dates and numbers: the chosen language ('' for the
 * system's), else the first preferred one that the catalogue has, else English. The locale keeps the
 * region of the system where the language is the same: English of Britain writes dates its own way.
 */
export function chooseLanguage(
  chosen: string,
  preferred: readonly string[],
): { language: Language; locale: string } {
  const tags = preferred.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag);
    } catch {
      return []; // WebKit reports the POSIX locale as "C"
    }
  });
  const known = tags.flatMap((tag) => languageOf(tag) ?? []);
  const language = isLanguage(chosen) ? chosen : (known[0] ?? 'en');
  return { language, locale: tags.find((tag) => languageOf(tag) === language) ?? language };
}

/** The page is served with the chosen language on its root, so that the first paint has it. */
export const { language, locale } = chooseLanguage(
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['language'] ?? ''),
  typeof navigator === 'undefined' ? [] : navigator.languages,
);
