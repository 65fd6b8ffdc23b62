// What the messages format numbers, plurals and dates with. The compiler's own file makes a new formatter for
// every message, a third of the work of a window whose session grows.
const formatters = new Map();

function formatter(Kind, locale, options) {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options ?? {})}`;
  let made = formatters.get(key);
  if (!made) formatters.set(key, (made = new Kind(locale, options)));
  return made;
}

/** @type {(locale: string, input: unknown, options?: Intl.PluralRulesOptions) => string} */
export const plural = (locale, input, options) =>
  formatter(Intl.PluralRules, locale, options).select(Number(input));

/** @type {(locale: string, input: unknown, options?: Intl.NumberFormatOptions) => string} */
export const number = (locale, input, options) =>
  formatter(Intl.NumberFormat, locale, options).format(Number(input));

/** @type {(locale: string, input: unknown, options?: Intl.DateTimeFormatOptions) => string} */
export const datetime = (locale, input, options) =>
  formatter(Intl.DateTimeFormat, locale, options).format(new Date(input));

/** @type {(locale: string, input: unknown, options: Intl.RelativeTimeFormatOptions & { unit: Intl.RelativeTimeFormatUnit }) => string} */
export const relativetime = (locale, input, { unit, ...options }) =>
  formatter(Intl.RelativeTimeFormat, locale, options).format(Number(input), unit);
