import { expect, it } from 'vitest';
import { inRem } from '../../scripts/scalable';

it('makes all lengths multiples of the root’s font size, but no hairlines', () => {
  expect(inRem('13px/18px var(--font-ui)')).toBe('0.8125rem/1.125rem var(--font-ui)');
  expect(inRem('calc(100% - 24px) -4px .5px 1px')).toBe('calc(100% - 1.5rem) -0.25rem .5px 1px');
  expect(inRem('thread (max-width: 560px)')).toBe('thread (max-width: 35rem)');
  expect(inRem('var(--px) a2px 2em')).toBe('var(--px) a2px 2em');
});
