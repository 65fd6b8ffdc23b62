import { describe, expect, it } from 'vitest';
import { dateFilters, dateIn, isOnlyDate, withDate } from './dates';

/** A Thursday. */
const now = new Date(2026, 10, 26, 15, 0);
const filtered = (query: string, language: 'en' | 'de' | 'ja' | 'zh' = 'en') => {
  const date = dateIn(query, now, language);
  return date && withDate(query, date, now);
};

describe('dates in words', () => {
  it.each([
    ['the flaky test yesterday', 'the flaky test after:2026-11-25 before:2026-11-26'],
    ['Today: the parser', ': the parser after:2026-11-26'],
    ['what broke last week', 'what broke after:2026-11-16 before:2026-11-23'],
    ['this week parser', 'parser after:2026-11-23'],
    ['parser in March', 'parser after:2026-03-01 before:2026-04-01'],
    ['parser in December', 'parser after:2025-12-01 before:2026-01-01'],
    ['in march 2024 parser', 'parser after:2024-03-01 before:2024-04-01'],
    ['on Monday the build', 'the build after:2026-11-23 before:2026-11-24'],
    ['last Thursday', 'after:2026-11-19 before:2026-11-20'],
    ['3 days ago', 'after:2026-11-23 before:2026-11-24'],
    ['in the last 2 weeks tokens', 'tokens after:2026-11-12'],
    ['last month tokens', 'tokens after:2026-10-01 before:2026-11-01'],
    ['last year tokens', 'tokens after:2025-01-01 before:2026-01-01'],
  ])('%s', (query, want) => expect(filtered(query)).toBe(want));

  it.each([
    ['what did I do yesterday', true, 'en'],
    ['Yesterday?', true, 'en'],
    ['everything we worked on last week', true, 'en'],
    ['the parser yesterday', false, 'en'],
    ['was habe ich gestern gemacht?', true, 'de'],
    ['what did I do yesterday', true, 'de'],
    ['gestern der Parser', false, 'de'],
    ['昨日何をした？', true, 'ja'],
    ['昨日のテスト', false, 'ja'],
    ['我昨天做了什么', true, 'zh'],
    ['昨天的测试', false, 'zh'],
  ] as const)('“%s” says nothing but a date: %s', (query, only, language) => {
    const date = dateIn(query, now, language);
    expect(date && isOnlyDate(query, date, language)).toBe(only);
    if (only) expect(date && dateFilters(date, now)[0]).toMatch(/^after:2026-11-/);
  });

  it('leaves other words alone', () => {
    for (const query of [
      'may the parser march on',
      'lastweek',
      'the yesterdays',
      '"last week"',
      'yesterday after:2026-01-01',
      'tokens before:today',
      'sat in the sun',
      'file:today.md',
    ])
      expect(filtered(query), query).toBeNull();
  });

  it('knows the languages of the window, and English in each', () => {
    expect(filtered('letzte Woche Parser', 'de')).toBe('Parser after:2026-11-16 before:2026-11-23');
    expect(filtered('im März Parser', 'de')).toBe('Parser after:2026-03-01 before:2026-04-01');
    expect(filtered('am Montag', 'de')).toBe('after:2026-11-23 before:2026-11-24');
    expect(filtered('vor 2 Tagen', 'de')).toBe('after:2026-11-24 before:2026-11-25');
    expect(filtered('先週のテスト', 'ja')).toBe('のテスト after:2026-11-16 before:2026-11-23');
    expect(filtered('昨日 テスト', 'ja')).toBe('テスト after:2026-11-25 before:2026-11-26');
    expect(filtered('3月のテスト', 'ja')).toBe('のテスト after:2026-03-01 before:2026-04-01');
    expect(filtered('上周的测试', 'zh')).toBe('的测试 after:2026-11-16 before:2026-11-23');
    expect(filtered('11月 测试', 'zh')).toBe('测试 after:2026-11-01');
    expect(filtered('三月 测试', 'zh')).toBe('测试 after:2026-03-01 before:2026-04-01');
    expect(filtered('最近3天 测试', 'zh')).toBe('测试 after:2026-11-23');
    expect(filtered('parser last week', 'zh')).toBe('parser after:2026-11-16 before:2026-11-23');
  });
});
