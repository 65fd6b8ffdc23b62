import { describe, expect, it } from 'vitest';
import { linkText, linkTo, parseLink } from './link';

const session = '0f4522e6-1111-4222-8333-444455556666';
const record = 'c0ffee00-1111-4222-8333-444455556666';

describe('links', () => {
  it('lead to a row or a session', () => {
    expect(parseLink(` dendro://${session}/${record} `)).toEqual(linkTo(session, record));
    expect(parseLink('dendro://0f4522e6')).toEqual(linkTo('0f4522e6'));
    expect(linkText(linkTo(session, record))).toBe(`dendro://${session}/${record}`);
  });

  it('lead to a copy of a session by its number, and nowhere else', () => {
    expect(parseLink(`dendro://${session}~2/${record}`)).toEqual(linkTo(`${session}~2`, record));
    expect(linkText(linkTo(`${session}~2`))).toBe(`dendro://${session}~2`);
    for (const bad of ['~', '~2~3', '~x', '~/etc']) expect(parseLink(`dendro://${session}${bad}`)).toBeNull();
  });

  it('say all of a place, and are read as they were written', () => {
    const place = linkTo(session, record, {
      block: 2,
      tip: record,
      agents: [{ agent: 'a1b2' }, { first: record }],
      offset: 17,
      find: 'a & b = 50 %?',
      search: '"token bucket" -kind:tool',
    });
    expect(parseLink(linkText(place))).toEqual(place);
    expect(linkText(place)).not.toMatch(/\s/);
    const empty = linkTo(session, '', { find: '', offset: 0 });
    expect(parseLink(linkText(empty)), 'an open bar without a word is one').toEqual(empty);
  });

  it.each([
    'dendro://',
    'https://a/b',
    'dendro://a/../b',
    'dendro://a/b/c',
    'dendro://a b',
    `dendro://${session}/not-a-record!`,
    `dendro://${session}?block=-1`,
    `dendro://${session}?offset=1e9`,
    `dendro://${session}?tip=../../etc`,
    `dendro://${session}?agent=a%2Fb`,
    `dendro://${session}?agent=first:nothing`,
    `dendro://${session}?${'agent=a&'.repeat(40)}`,
    `dendro://${session}?find=${'x'.repeat(9000)}`,
  ])('are nothing else: %s', (text) => {
    expect(parseLink(text)).toBeNull();
  });

  it('do without what they say of later versions', () => {
    expect(parseLink(`dendro://${session}?colour=red`)).toEqual(linkTo(session));
  });
});
