import { language as windowLanguage, type Language } from '../../lib/locale';

/** Days that a query names in words, from the first one to the one after the last. */
export interface DateWords {
  /** The words as typed. */
  text: string;
  from: Date;
  to: Date;
}

type Unit = 'day' | 'week' | 'month' | 'year';

/**
 * A pattern, and the day, week, month or year that it means, counted back from today. `n` is its number. A
 * `past` range ends today.
 */
type Rule = readonly [pattern: string, unit: Unit, back: number | 'n' | 'past'];

const N = '(?<n>\\d{1,3})';

/* eslint-disable dendro/no-literal-text -- words that people type, in all languages at once */
/** Relative dates of each language. The first rule that matches wins. */
const RULES: Record<Language, readonly Rule[]> = {
  en: [
    [`(?:the |in the )?(?:last|past) ${N} days`, 'day', 'past'],
    [`(?:the |in the )?(?:last|past) ${N} weeks`, 'week', 'past'],
    [`(?:the |in the )?(?:last|past) ${N} months`, 'month', 'past'],
    [`${N} days? ago`, 'day', 'n'],
    [`${N} weeks? ago`, 'week', 'n'],
    [`${N} months? ago`, 'month', 'n'],
    ['a week ago', 'week', 1],
    ['a month ago', 'month', 1],
    ['the day before yesterday', 'day', 2],
    ['yesterday', 'day', 1],
    ['today', 'day', 0],
    ['this week', 'week', 0],
    ['last week', 'week', 1],
    ['this month', 'month', 0],
    ['last month', 'month', 1],
    ['this year', 'year', 0],
    ['last year', 'year', 1],
  ],
  de: [
    [`(?:in den )?letzten ${N} Tagen?`, 'day', 'past'],
    [`(?:in den )?letzten ${N} Wochen`, 'week', 'past'],
    [`(?:in den )?letzten ${N} Monaten?`, 'month', 'past'],
    [`vor ${N} Tag(?:en)?`, 'day', 'n'],
    [`vor ${N} Wochen?`, 'week', 'n'],
    [`vor ${N} Monat(?:en)?`, 'month', 'n'],
    ['vor einer Woche', 'week', 1],
    ['vor einem Monat', 'month', 1],
    ['vorgestern', 'day', 2],
    ['gestern', 'day', 1],
    ['heute', 'day', 0],
    ['diese Woche', 'week', 0],
    ['(?:letzte|vorige|vergangene) Woche', 'week', 1],
    ['diesen Monat', 'month', 0],
    ['(?:letzten|vorigen|vergangenen) Monat', 'month', 1],
    ['dieses Jahr', 'year', 0],
    ['(?:letztes|voriges|vergangenes) Jahr', 'year', 1],
  ],
  ja: [
    [`(?:過去|直近)${N}日間?`, 'day', 'past'],
    [`(?:過去|直近)${N}週間`, 'week', 'past'],
    [`(?:過去|直近)${N}[かヶケカ]月間?`, 'month', 'past'],
    [`${N}日前`, 'day', 'n'],
    [`${N}週間前`, 'week', 'n'],
    [`${N}[かヶケカ]月前`, 'month', 'n'],
    ['一昨日|おととい', 'day', 2],
    ['昨日|きのう', 'day', 1],
    ['今日|きょう', 'day', 0],
    ['今週', 'week', 0],
    ['先週', 'week', 1],
    ['今月', 'month', 0],
    ['先月', 'month', 1],
    ['今年', 'year', 0],
    ['去年|昨年', 'year', 1],
  ],
  zh: [
    [`(?:最近|过去)${N}天`, 'day', 'past'],
    [`(?:最近|过去)${N}(?:周|个星期)`, 'week', 'past'],
    [`(?:最近|过去)${N}个月`, 'month', 'past'],
    [`${N}天前`, 'day', 'n'],
    [`${N}(?:周|个星期)前`, 'week', 'n'],
    [`${N}个月前`, 'month', 'n'],
    ['前天', 'day', 2],
    ['昨天', 'day', 1],
    ['今天', 'day', 0],
    ['本周|这周|这个星期', 'week', 0],
    ['上周|上个星期', 'week', 1],
    ['本月|这个月', 'month', 0],
    ['上个?月', 'month', 1],
    ['今年', 'year', 0],
    ['去年', 'year', 1],
  ],
};

/** Words that only ask what there was on a date: they describe no turn. */
const ASKING: Record<Language, string> = {
  en: `what which when did do does have has had was were is are i we you claude it happen happened work worked working
    doing done on in at of from my our the a an all any anything everything something me us show list chat chats session
    sessions turn turns with to been about`,
  de: `was wann habe haben hast hat hatte hatten ich wir du claude es gemacht getan gearbeitet passiert lief ist war waren
    alles an am im in von den die der das mir uns zeig zeige chat chats sitzung sitzungen`,
  ja: '何を 何 なに やった やりました しました した していた してた して こと 作業 全部 チャット 私 僕 の は が を か に',
  zh: '我们 我 做了 做 干了 干 什么 哪些 事情 事 聊天 会话 全部 工作 都 有 的 了 吗',
};

/* eslint-enable dendro/no-literal-text */

/** What precedes the name of a month or a weekday: without it, "may" and "march" are other words. */
const BEFORE_NAME: Partial<Record<Language, { month: string; weekday: string }>> = {
  en: { month: '(?:in|last|since) ', weekday: '(?:on|last) ' },
  de: { month: '(?:im|letzten|seit) ', weekday: '(?:am|letzten) ' },
};

const start = (unit: Unit, now: Date, back: number): Date => {
  const [y, m, d] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (unit === 'year') return new Date(y - back, 0, 1);
  if (unit === 'month') return new Date(y, m - back, 1);
  // Weeks begin on Monday.
  if (unit === 'week') return new Date(y, m, d - ((now.getDay() + 6) % 7) - 7 * back);
  return new Date(y, m, d - back);
};

function rangeOf(unit: Unit, back: number | 'past', n: number, now: Date): Pick<DateWords, 'from' | 'to'> {
  const to = start('day', now, -1);
  if (back !== 'past') return { from: start(unit, now, back), to: start(unit, now, back - 1) };
  if (unit === 'month') return { from: new Date(now.getFullYear(), now.getMonth() - n, now.getDate()), to };
  return { from: start('day', now, unit === 'week' ? 7 * n : n), to };
}

const named = (language: Language, options: Intl.DateTimeFormatOptions, dates: readonly Date[]) => {
  const names = new Intl.DateTimeFormat(language, options);
  return dates.map((date) => names.format(date));
};
const months = Array.from({ length: 12 }, (_, i) => new Date(2024, i, 1));
/** From Monday on. */
const weekdays = Array.from({ length: 7 }, (_, i) => new Date(2024, 0, 1 + i));

const indexOf = (names: readonly string[], found: { groups: Record<string, string | undefined> }) =>
  names.findIndex((name) => name.toLowerCase() === found.groups['name']?.toLowerCase());

/** A month by its name, with a year, or the last one of that name; a weekday, or the one a week ago. */
function byName(query: string, language: Language, now: Date): DateWords | null {
  const before = BEFORE_NAME[language];
  const monthNames = named(language, { month: 'long' }, months);
  if (language === 'zh') monthNames.push(...months.map((_, i) => `${String(i + 1)}月`));
  const month = (before?.month ?? '') + `(?<name>${monthNames.join('|')})` + '(?: (?<year>\\d{4}))?';
  const found = find(query, month, before !== undefined);
  if (found) {
    const at = indexOf(monthNames, found) % 12;
    const past = at <= now.getMonth() ? 0 : 1;
    const year = Number(found.groups['year'] ?? now.getFullYear() - past);
    return { text: found.text, from: new Date(year, at, 1), to: new Date(year, at + 1, 1) };
  }
  const dayNames = named(language, { weekday: 'long' }, weekdays);
  const day = find(query, (before?.weekday ?? '') + `(?<name>${dayNames.join('|')})`, before !== undefined);
  if (!day) return null;
  const at = indexOf(dayNames, day);
  const back = (((now.getDay() + 6) % 7) - at + 7) % 7 || 7;
  return { text: day.text, from: start('day', now, back), to: start('day', now, back - 1) };
}

/** Finds a pattern, as words of their own in languages that separate words by spaces. */
function find(query: string, pattern: string, spaced: boolean) {
  const whole = spaced ? `(?<![\\p{L}\\p{N}:"])(?:${pattern})(?![\\p{L}\\p{N}])` : `(?:${pattern})`;
  const match = new RegExp(whole, 'iu').exec(query);
  return match ? { text: match[0], groups: match.groups ?? {} } : null;
}

/** The days that a query names in words: in the language of the window, or in English. */
export function dateIn(query: string, now: Date, language: Language = windowLanguage): DateWords | null {
  if (/(?:^|\s)-?(?:after|before):|"/.test(query)) return null;
  for (const one of new Set<Language>([language, 'en'])) {
    const spaced = one === 'en' || one === 'de';
    for (const [pattern, unit, back] of RULES[one]) {
      const found = find(query, pattern, spaced);
      if (!found) continue;
      const n = Number(found.groups['n'] ?? 0);
      return { text: found.text, ...rangeOf(unit, back === 'n' ? n : back, n, now) };
    }
    const name = byName(query, one, now);
    if (name) return name;
  }
  return null;
}

/** Whether a query says nothing but a date: "what did I do yesterday". */
export function isOnlyDate(words: string, date: DateWords, language: Language = windowLanguage): boolean {
  const rest = words
    .replace(date.text, ' ')
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .toLowerCase()
    .trim();
  return [language, 'en' as const].some((one) => {
    const asking = ASKING[one].split(/\s+/);
    if (one === 'ja' || one === 'zh')
      return rest.replace(new RegExp(asking.join('|'), 'gu'), '').trim() === '';
    return rest === '' || rest.split(/\s+/).every((word) => asking.includes(word));
  });
}

const iso = (date: Date) =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');

/** The query with its date words replaced by filters. */
export function withDate(query: string, date: DateWords, now: Date): string {
  const rest = query.replace(date.text, ' ').replace(/\s+/g, ' ').trim();
  return [rest, ...dateFilters(date, now)].filter((part) => part !== '').join(' ');
}

/** The filters that a date means. */
export function dateFilters(date: DateWords, now: Date): string[] {
  const after = `after:${iso(date.from)}`;
  return date.to < now ? [after, `before:${iso(date.to)}`] : [after];
}
