import { expect, it } from 'vitest';
import { isWritten, pressed } from './press';

const key = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init);

it('takes the place of a key where its sign is not a Latin one', () => {
  expect(pressed(key({ key: 'о', code: 'KeyJ' })), 'Cyrillic').toBe('j');
  expect(pressed(key({ key: 'О', code: 'KeyJ', shiftKey: true }))).toBe('J');
  expect(pressed(key({ key: 'ת', code: 'Comma' })), 'no letter there').toBe('ת');
});

it('takes the sign where it is a Latin one, wherever it stands', () => {
  expect(pressed(key({ key: 'j', code: 'KeyC' })), 'Dvorak').toBe('j');
  expect(pressed(key({ key: 'é', code: 'Digit2' }))).toBe('é');
  expect(pressed(key({ key: '?', code: 'Minus', shiftKey: true }))).toBe('?');
  expect(pressed(key({ key: 'ArrowDown' }))).toBe('ArrowDown');
});

it('takes no letter for a capital because of Caps Lock', () => {
  expect(pressed(key({ key: 'A', code: 'KeyA', ctrlKey: true }))).toBe('a');
  expect(pressed(key({ key: 'a', code: 'KeyA', shiftKey: true }))).toBe('A');
});

it('leaves the keys of an input method alone', () => {
  expect(pressed(key({ key: 'j', code: 'KeyJ', isComposing: true }))).toBe('');
  const taken = Object.defineProperty(key({ key: 'a' }), 'keyCode', { value: 229 });
  expect(pressed(taken)).toBe('');
});

it('knows what is written from what is commanded', () => {
  expect([isWritten(key({ key: 'я' })), isWritten(key({ key: 'a', ctrlKey: true }))]).toEqual([true, false]);
  expect(isWritten(key({ key: 'Enter' }))).toBe(false);
});
