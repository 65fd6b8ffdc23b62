import { expect, it } from 'vitest';
import { best, fit } from './score';

const titles = [
  'Show or hide the chats',
  'Switch between light and dark',
  'Export the branch',
  'Show the keys',
  'Choose another theme',
  'Go to the chats',
];
const found = (query: string) => best(query, titles, (title) => title).map(({ one }) => one);

it('puts what begins with the query first, then words, then what contains it', () => {
  expect(found('show')).toEqual(['Show or hide the chats', 'Show the keys']);
  expect(found('the')).toEqual([
    'Show or hide the chats',
    'Export the branch',
    'Show the keys',
    'Choose another theme',
    'Go to the chats',
  ]);
  expect(found('the chats')).toEqual(['Show or hide the chats', 'Go to the chats']);
  expect(found('hide show')).toEqual(['Show or hide the chats']);
  expect(found('ort')).toEqual(['Export the branch']);
});

it('takes no letters here and there, and says where the others stand', () => {
  expect(found('stk')).toEqual([]);
  expect(found('swld')).toEqual([]);
  expect(fit('Light DARK', 'Switch between light and dark')?.ranges).toEqual([
    [15, 20],
    [25, 29],
  ]);
  expect(fit('other', 'Choose another theme')?.ranges).toEqual([[9, 14]]);
  expect(fit('x', 'İx')?.ranges).toEqual([]);
});
