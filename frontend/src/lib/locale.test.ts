import { expect, it } from 'vitest';
import { chooseLanguage } from './locale';

it.each([
  ['', ['en-GB', 'de'], { language: 'en', locale: 'en-GB' }],
  ['', ['fr-FR', 'de-AT'], { language: 'de', locale: 'de-AT' }],
  ['', ['fr-FR'], { language: 'en', locale: 'en' }],
  ['', ['C', 'ja'], { language: 'ja', locale: 'ja' }],
  ['', [], { language: 'en', locale: 'en' }],
  ['', ['zh-TW', 'zh-Hant-HK', 'zh-SG'], { language: 'zh', locale: 'zh-SG' }],
  ['', ['dem-XX'], { language: 'en', locale: 'en' }],
  ['de', ['en-US', 'de-CH'], { language: 'de', locale: 'de-CH' }],
  ['ja', ['en-US'], { language: 'ja', locale: 'ja' }],
  ['xx', ['zh-CN'], { language: 'zh', locale: 'zh-CN' }],
])('chosen "%s" on a system of %j is %j', (chosen, preferred, expected) => {
  expect(chooseLanguage(chosen, preferred)).toEqual(expected);
});
