import { expect, it } from 'vitest';
import { Selection } from './selection.svelte';

const chosen = (...listed: string[]) => new Selection(() => listed);

it('begins with the chat that is open, and takes chats in and out', () => {
  const selection = chosen('a', 'b', 'c', 'd', 'e');
  const after = (id: string) => (selection.toggle(id, 'c'), selection.ids.join(''));
  expect([after('a'), after('e'), after('c'), after('a'), after('e')]).toEqual(['ac', 'ace', 'ae', 'e', '']);
  expect(after('c'), 'the open one alone').toBe('c');
  selection.clear();
  expect([selection.any, selection.has('c')]).toEqual([false, false]);
});

it('reaches from where it began, upwards and downwards', () => {
  const selection = chosen('a', 'b', 'c', 'd', 'e');
  const after = (id: string) => (selection.extend(id, 'c'), selection.ids.join(''));
  expect([after('d'), after('e'), after('b'), after('c')]).toEqual(['cd', 'cde', 'bc', 'c']);
  selection.toggle('e', null);
  expect(after('d'), 'what was chosen last is the beginning').toBe('de');
  selection.all();
  expect(selection.ids.join('')).toBe('abcde');
});

it('holds only what is listed', () => {
  const selection = chosen('e', 'b');
  selection.toggle('b', 'open elsewhere');
  expect(selection.ids).toEqual(['b']);
  selection.extend('e', 'open elsewhere');
  expect(selection.ids).toEqual(['e', 'b']);
});
