import { Virtualizer } from '@tanstack/virtual-core';
import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ListInPage from '../../test/ListInPage.svelte';
import { TALLEST } from './tall';
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

async function opened(props: {
  keys: readonly string[];
  keep?: readonly number[];
  covered?: number;
  startAt?: () => number;
}) {
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

it('goes to a row below what covers the top of the view', async () => {
  const { list, view, scroll } = await opened({ keys: names(1_000), covered: 26 });
  await scroll(400 * ROW);
  list.scrollToIndex(400);
  expect(view.scrollTop).toBe(400 * ROW - 26);
  await scroll(view.scrollTop);
  list.scrollToIndex(401);
  expect(view.scrollTop, 'it is in view').toBe(400 * ROW - 26);
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

/** Changes the height of a rendered row. */
function grow(view: HTMLElement, list: VirtualList, index: number, height: number) {
  const row = view.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (!row) throw new Error(`row ${index} is not drawn`);
  Object.defineProperty(row, 'offsetHeight', { configurable: true, value: height });
  list.measure(row);
}

it('takes the heights that rows turn out to have', async () => {
  const { list, view } = await opened({ keys: names(100) });
  grow(view, list, 3, 80);
  expect([list.startOf(3), list.startOf(4), list.total]).toEqual([3 * ROW, 4 * ROW + 50, 100 * ROW + 50]);
  expect(list.indexAt(3 * ROW + 79), 'it is as high as that').toBe(3);
});

it('lays out a screen of rows that find their heights once, however many follow', async () => {
  let asked = 0;
  const keys = new Proxy(names(10_000), {
    get(of, at: string) {
      if (/^\d/.test(at)) asked++;
      return Reflect.get(of, at) as unknown;
    },
  });
  const { list, view } = await opened({ keys });
  asked = 0;
  for (let i = 2; i < 10; i++) grow(view, list, i, 80);
  expect(list.total).toBe(10_000 * ROW + 8 * 50);
  expect(asked).toBeLessThan(2 * 10_000);
});

it('keeps what is in view where it is while a row above it finds its height', async () => {
  const { list, view, scroll } = await opened({ keys: names(1_000) });
  await scroll(500 * ROW);
  const above = () => (list.items.find(({ index }) => index === 500)?.start ?? 0) - view.scrollTop;
  expect(above()).toBe(0);
  await vi.waitFor(() => {
    grow(view, list, 498, 90); // rows are measured when the scrolling has ended
    expect(list.startOf(499)).toBe(499 * ROW + 60);
  });
  expect([view.scrollTop, above()]).toEqual([500 * ROW + 60, 0]);
  grow(view, list, 505, 90);
  expect([view.scrollTop, above()], 'a row below the top moves nothing').toEqual([500 * ROW + 60, 0]);
});

it('keeps a height that is as estimated when the estimate becomes another', async () => {
  const { list, view, rerender } = await opened({ keys: names(100) });
  grow(view, list, 3, ROW);
  await rerender({ keys: names(100), height: 2 * ROW });
  expect([list.startOf(3), list.startOf(4), list.startOf(5)]).toEqual([6 * ROW, 7 * ROW, 9 * ROW]);
});

it('keeps heights by key when rows come above', async () => {
  const { list, view, rerender } = await opened({ keys: names(100) });
  grow(view, list, 3, 80);
  await rerender({ keys: [...names(2, 5_000), ...names(100)] });
  expect([list.startOf(5), list.startOf(6) - list.startOf(5), list.total]).toEqual([
    5 * ROW,
    80,
    102 * ROW + 50,
  ]);
});

it('goes so far into a row once that is drawn', async () => {
  const { list, view } = await opened({ keys: names(1_000) });
  list.scrollToIndex(400, 'start', 12);
  await vi.waitFor(() => expect(view.scrollTop).toBe(400 * ROW + 12));
});

it('goes no further than it has to for a row that is to be seen', async () => {
  const { list, view, scroll } = await opened({ keys: names(1_000) });
  await scroll(100 * ROW);
  list.scrollToIndex(104, 'auto');
  expect(view.scrollTop, 'it is in view').toBe(100 * ROW);
  list.scrollToIndex(120, 'auto');
  expect(view.scrollTop, 'at the lower end').toBe(121 * ROW - VIEW);
  await scroll(view.scrollTop);
  list.scrollToIndex(50, 'auto');
  expect(view.scrollTop, 'at the upper end').toBe(50 * ROW);
  list.scrollToIndex(500, 'center');
  expect(view.scrollTop).toBe(500 * ROW + ROW / 2 - VIEW / 2);
});

it('draws no row twice and none out of order, wherever it is scrolled to', async () => {
  const { scroll, drawn } = await opened({ keys: names(500), keep: [7, 250, 251, 499] });
  for (const top of [0, 5 * ROW, 245 * ROW, 251 * ROW, 490 * ROW]) {
    await scroll(top);
    expect(drawn()).toEqual([...new Set(drawn())].sort((a, b) => a - b));
    expect(drawn()).toEqual(expect.arrayContaining([7, 250, 251, 499]));
  }
});

it('is empty, fills and empties again', async () => {
  const { list, drawn, rerender } = await opened({ keys: [] });
  expect([drawn(), list.total, list.indexAt(0)]).toEqual([[], 0, 0]);
  await rerender({ keys: names(3) });
  expect([drawn(), list.total]).toEqual([[0, 1, 2], 3 * ROW]);
  await rerender({ keys: [] });
  expect([drawn(), list.total]).toEqual([[], 0]);
});

it('lists more than an element can be high, to its last row', async () => {
  const { list, view, scroll, drawn } = await opened({ keys: names(1_500_000) });
  expect([list.total, list.height]).toEqual([1_500_000 * ROW, TALLEST]);
  list.scrollToEnd();
  await scroll(view.scrollTop);
  expect(drawn().at(-1)).toBe(1_499_999);
  const last = list.items.at(-1);
  expect((last?.start ?? 0) + ROW, 'within the element').toBe(TALLEST);
  expect(view.scrollTop).toBe(TALLEST - VIEW);
});

it('goes into a row, and to another one in the same frame without the offset of the first', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((then) => frames.push(then));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => (frames[id - 1] = () => undefined));
  const drawn = () => {
    for (let i = 0; i < 3; i++) frames.splice(0, frames.length).forEach((then) => then(0));
  };
  const { list, view } = await opened({ keys: names(1_000) });
  list.scrollToIndex(100, 'start', 15);
  drawn();
  expect(view.scrollTop).toBe(100 * ROW + 15);
  list.scrollToIndex(200, 'start', 15);
  list.scrollToIndex(300, 'start');
  drawn();
  expect(view.scrollTop).toBe(300 * ROW);
  list.scrollToIndex(200, 'start', 15);
  list.scrollToEnd();
  drawn();
  expect(view.scrollTop).toBe(1_000 * ROW - VIEW);
});

it('finds in the library what it uses of its insides', () => {
  const of = new Virtualizer<HTMLElement, HTMLElement>({
    count: 3,
    getScrollElement: () => null,
    estimateSize: () => ROW,
    scrollToFn: () => undefined,
    observeElementRect: () => undefined,
    observeElementOffset: () => undefined,
  });
  expect(of.getTotalSize()).toBe(3 * ROW);
  expect(of.measurementsCache.map(({ start, end, size, key }) => [start, end, size, key])).toEqual(
    [0, 1, 2].map((i) => [i * ROW, (i + 1) * ROW, ROW, i]),
  );
  expect([of.itemSizeCache, of.scrollRect, of.scrollOffset]).toEqual([new Map(), null, null]);
  expect(of.options.scrollPaddingStart).toBe(0);
  const row = document.createElement('p');
  row.setAttribute('data-index', '2');
  expect(of.indexFromElement(row)).toBe(2);
  of.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  of._willUpdate();
  of._didMount()();
});
