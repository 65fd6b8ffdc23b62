import { expect, it } from 'vitest';
import { Letters } from './letters';

it('tells texts that do not fit, by the width of their letters', () => {
  const letters = new Letters((letter) =>
    letter === 'W' ? 9 : letter === 'i' ? 3 : letter === '日' ? 13 : 7,
  );
  const width = (text: string) => {
    let w = 0;
    while (letters.widerThan(text, w)) w++;
    return w;
  };
  expect(['', 'Wi', 'name', 'é', '日本', '🌳🌳'].map(width)).toEqual([0, 12, 28, 7, 26, 26]);
});
