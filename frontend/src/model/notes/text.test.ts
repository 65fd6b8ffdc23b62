import { expect, it } from 'vitest';
import type { PlacedNote } from '../../lib/backend/types';
import { commonTags, matches, tagsIn } from './text';

it('reads tags, however they are separated', () => {
  expect(tagsIn(' #release, to-check  ##x release,')).toEqual(['release', 'to-check', 'x']);
  expect(tagsIn('  ')).toEqual([]);
});

it('knows the tags that all chats have', () => {
  const tagged = (...lists: string[][]) => commonTags(lists.map((tags) => ({ tags })));
  expect(tagged(['a', 'b', 'c'], ['c', 'a'], ['a', 'c', 'd'])).toEqual(['a', 'c']);
  expect(tagged(['a'], [])).toEqual([]);
  expect(tagged()).toEqual([]);
});

it('finds notes by all words, in any of their texts', () => {
  const note: PlacedNote = {
    name: 'Upload limits',
    note: 'look at the proxy',
    tags: ['release'],
    of: 'record',
    chat: 'c',
    title: 'Add a limit',
    session: 's',
    uuid: 'u',
    project: '/home/ada/api',
    excerpt: 'The burst is 10',
  };
  for (const query of ['', 'UPLOAD proxy', '#rel api', 'burst', 'limit add'])
    expect(matches(note, query)).toBe(true);
  expect(matches(note, 'upload nothing')).toBe(false);
});
