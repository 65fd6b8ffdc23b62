import { expect, it } from 'vitest';
import { Choice } from './choice.svelte';

it('stays on what is chosen while the history goes on', () => {
  const choice = new Choice();
  choice.follow('', '', ['chat a', 'chat b'], 'chat a');
  choice.follow('', '', ['chat c', 'chat a', 'chat b'], 'chat c');
  expect(choice.value).toBe('chat a');
  choice.follow('', '', ['chat c', 'chat b'], 'chat c');
  expect(choice.value, 'it is gone').toBe('chat c');
});

it('takes the best of an answer that comes later than the keystroke', () => {
  const choice = new Choice();
  choice.follow('to', '', ['command x', 'chat a'], 'command x');
  choice.follow('to', 'to', ['chat t', 'command x'], 'chat t');
  expect(choice.value).toBe('chat t');
});

it('leaves a person where they went, until they type', () => {
  const choice = new Choice();
  choice.follow('to', '', ['command x', 'chat a'], 'command x');
  choice.value = 'chat a';
  choice.move();
  choice.follow('to', 'to', ['chat t', 'chat a', 'command x'], 'chat t');
  expect(choice.value).toBe('chat a');
  choice.follow('tok', 'to', ['chat t', 'chat a'], 'chat t');
  expect(choice.value).toBe('chat t');
});
