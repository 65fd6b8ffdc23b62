import { describe, expect, it } from 'vitest';
import { linkTo, parseLink } from './link';

describe('links', () => {
  it('lead to a row or a session', () => {
    const link = linkTo('0f4522e6-1111-4222-8333-444455556666', 'c0ffee00-1111-4222-8333-444455556666');
    expect(parseLink(` ${link} `)).toEqual({
      session: '0f4522e6-1111-4222-8333-444455556666',
      record: 'c0ffee00-1111-4222-8333-444455556666',
    });
    expect(parseLink('dendro://0f4522e6')).toEqual({ session: '0f4522e6', record: '' });
  });

  it('are nothing else', () => {
    for (const other of ['dendro://', 'https://a/b', 'dendro://a/../b', 'dendro://a/b/c', 'dendro://a b'])
      expect(parseLink(other)).toBeNull();
  });
});
