import { expect, it, vi } from 'vitest';
import { onceFrom, takeFirstAnswers } from './first';
import type { State } from './types';

function page(html: string): Document {
  return new DOMParser().parseFromString(`<head>${html}</head>`, 'text/html');
}

it('takes what the page was served with, once', () => {
  const served = page('<script type="application/json" id="first">{"state":{"seq":7}}</script>');
  expect(takeFirstAnswers(served)).toMatchObject({ state: { seq: 7 } });
  expect(takeFirstAnswers(served)).toEqual({});
  expect(takeFirstAnswers(page('<script type="application/json" id="first">{"st</script>'))).toEqual({});
});

it('asks for what is not there, and for everything the second time', async () => {
  const asked = { seq: 8 } as State;
  const ask = vi.fn(() => Promise.resolve(asked));
  const state = onceFrom({ state: { seq: 7 } as State }, 'state', ask);
  expect((await state()).seq).toBe(7);
  expect(ask).not.toHaveBeenCalled();
  expect(await state()).toBe(asked);
  expect(await onceFrom({}, 'state', ask)()).toBe(asked);
});
