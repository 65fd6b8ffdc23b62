import { expect, test } from 'vitest';
import { outcomeOf } from './outcome';

const chat = { state: 'answered', outcome: 'The stations are sorted', live: false } as const;

test.each([
  ['the last answer', chat, 'The stations are sorted'],
  ['work that goes on', { ...chat, state: '' }, 'The stations are sorted'],
  ['a question', { ...chat, state: 'waiting', outcome: 'Which one?' }, 'Waiting for you: Which one?'],
  ['an error', { ...chat, state: 'failed', outcome: 'API Error: 529 overloaded' }, 'Failed: 529 overloaded'],
  ['a stop', { ...chat, state: 'interrupted' }, 'Interrupted'],
  ['no answer', { ...chat, state: 'open' }, 'No answer'],
  ['no answer yet', { ...chat, state: 'open', live: true }, ''],
] as const)('%s', (_, of, said) => {
  expect(outcomeOf(of)).toBe(said);
});
