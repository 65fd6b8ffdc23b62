import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ListInPage from '../../test/ListInPage.svelte';
import type { VirtualList } from './virtualizer.svelte';

const VIEW = 300;
const ROW = 30;
const names = (n: number, from = 0) => Array.from({ length: n }, (_, i) => `row ${from + i}`);

beforeEach(() => {
  // A page without a layout has no sizes.
  for (const size of ['offsetHeight', 'clientHeight', 'offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, size, 'get').mockReturnValue(VIEW);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return parseFloat((this.firstElementChild as HTMLElement | null)?.style.height ?? '0');
  });
});
afterEach(() => vi.restoreAllMocks());

async function opened(props: { keys: readonly string[]; keep?: readonly number[]; startAt?: () => number }) {
  let list: VirtualList | undefined;
  const { rerender } = render(ListInPage, {
    props: { ...props, onlist: (made: VirtualList) => (list = made) },
  });
  await tick();
  if (!list) throw new Error('no list');
  const view = screen.getByTestId('view');
  const scroll = async (top: number) => {
    view.scrollTop = top;
    view.dispatchEvent(new Event('scroll'));
    await tick();
  };
  const drawn = () => [...view.querySelectorAll('p')].map((p) => Number(p.dataset.index));
  return { list, view, scroll, drawn, rerender };
}

it('draws what is in view and a little around it, of however many there are', async () => {
  const { list, scroll, drawn } = await opened({ keys: names(100_000) });
  expect(list.total).toBe(100_000 * ROW);
  expect([drawn()[0], drawn().at(-1)]).toEqual([0, 11]);
  await scroll(50_000 * ROW);
  expect([drawn()[0], drawn().at(-1)]).toEqual([49_998, 50_011]);
  expect(list.around).toEqual([49_998, 50_011]);
  expect(drawn().length).toBeLessThan(20);
});

it('begins where it is told to', async () => {
  const { list, drawn } = await opened({ keys: names(1_000), startAt: () => 700 * ROW });
  expect(list.offset).toBe(700 * ROW);
  expect(drawn()).toContain(705);
});

it('goes to a row, and to the end', async () => {
  const { list, view, scroll } = await opened({ keys: names(1_000) });
  list.scrollToIndex(400, 'start');
  expect(view.scrollTop).toBe(400 * ROW);
  await scroll(view.scrollTop);
  expect([list.indexAt(list.offset + 1), list.startOf(400)]).toEqual([400, 400 * ROW]);
  list.scrollToEnd();
  expect(view.scrollTop).toBe(1_000 * ROW - VIEW);
});

it('keeps what is in view where it is while rows come above it and go', async () => {
  const { view, scroll, rerender, drawn } = await opened({ keys: names(1_000) });
  await scroll(500 * ROW);
  await rerender({ keys: [...names(20, 5_000), ...names(1_000)] });
  expect(view.scrollTop).toBe(520 * ROW);
  await scroll(view.scrollTop + 1);
  expect(drawn()).toContain(520);
  await rerender({ keys: names(1_000) });
  expect(view.scrollTop).toBe(500 * ROW + 1);
});

it('lets rows come in below, and at the very top, without moving', async () => {
  const { view, scroll, rerender } = await opened({ keys: names(1_000) });
  await rerender({ keys: [...names(3, 5_000), ...names(1_000)] });
  expect(view.scrollTop, 'who is at the top sees what is new').toBe(0);
  await scroll(300 * ROW);
  await rerender({ keys: [...names(3, 5_000), ...names(1_200)] });
  expect(view.scrollTop).toBe(300 * ROW);
});

it('leaves some rows drawn wherever it is scrolled to', async () => {
  const { scroll, drawn } = await opened({ keys: names(1_000), keep: [3, 999, 2_000] });
  await scroll(500 * ROW);
  expect(drawn()).toContain(3);
  expect(drawn().at(-1)).toBe(999);
  expect(drawn().length).toBeLessThan(22);
});
