/** The language of the system, in which numbers, dates and times are written. */
export const locale = systemLocale();

function systemLocale(): string | undefined {
  const given = typeof navigator === 'undefined' ? '' : navigator.language;
  try {
    return Intl.getCanonicalLocales(given)[0];
  } catch {
    return undefined; // "C" is none: the engine knows what to take
  }
}
