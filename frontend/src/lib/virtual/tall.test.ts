import { describe, expect, it, vi } from 'vitest';
import { offsetOf, TALLEST, TallScroller, topOf } from './tall';

const VIEW = 800;
const RANGE = TALLEST - VIEW;

/** An element that scrolls like one of a browser: a scroll bar, a wheel, and no offset outside. */
function scrolling(total: number) {
  const state = { total, moved: 0 };
  const element = document.createElement('div');
  let top = 0;
  Object.defineProperties(element, {
    clientHeight: { get: () => VIEW },
    scrollHeight: { get: () => Math.min(TALLEST, state.total) },
    scrollTop: {
      get: () => top,
      set: (to: number) => (top = Math.max(0, Math.min(Math.round(to), element.scrollHeight - VIEW))),
    },
  });
  const scroller = new TallScroller(
    element,
    () => state.total,
    () => state.moved++,
  );
  const to = (offset: number) => {
    element.scrollTop = offset;
    element.dispatchEvent(new Event('scroll'));
  };
  return { state, element, scroller, drag: to, wheel: (by: number) => to(element.scrollTop + by) };
}

it('places every position of the scroll bar in the list, and back', () => {
  for (const total of [RANGE, RANGE + 1, 1.1 * RANGE, 2 * RANGE, 9 * RANGE]) {
    let last = -1;
    for (let top = 0; top <= RANGE; top += RANGE / 997) {
      const offset = offsetOf(top, RANGE, total);
      expect(offset).toBeGreaterThan(last);
      expect(Math.abs(topOf(offset, RANGE, total) - top)).toBeLessThan(0.01);
      last = offset;
    }
    expect(offsetOf(0, RANGE, total)).toBe(0);
    expect(offsetOf(RANGE, RANGE, total)).toBe(total);
  }
});

describe('a list that is higher than an element can be', () => {
  it('is walked from its beginning to its end and back, wherever the scroll bar was set to', () => {
    vi.useFakeTimers();
    const { scroller, drag, wheel } = scrolling(2.5 * TALLEST);
    const end = 2.5 * TALLEST - VIEW;
    for (const from of [0, 900_000, RANGE / 2, RANGE - 1_200_000]) {
      for (const by of [VIEW, -VIEW]) {
        drag(RANGE - from > RANGE / 2 ? RANGE : 0);
        drag(from);
        vi.runAllTimers();
        let offset = scroller.scrollTop;
        // Steps move the list by as much as the reader asked for, held down or with a rest at times.
        for (let n = 0; n < 4_000; n++) {
          wheel(by);
          const now = scroller.scrollTop;
          expect(now).toBe(Math.max(0, Math.min(end, offset + by)));
          offset = now;
          if (n % 50 === 0) vi.runAllTimers();
          expect(scroller.scrollTop).toBe(offset);
        }
      }
    }
    vi.useRealTimers();
  });

  it('goes where the scroll bar is dragged to', () => {
    const { scroller, drag } = scrolling(2.5 * TALLEST);
    drag(RANGE);
    expect(scroller.scrollTop).toBe(2.5 * TALLEST - VIEW);
    drag(RANGE / 2);
    expect(scroller.scrollTop / (2.5 * TALLEST - VIEW)).toBeCloseTo(0.5, 3);
    drag(0);
    expect(scroller.scrollTop).toBe(0);
  });

  it('goes where it is told to, and moves nothing that is in view when the scroll bar is set right', () => {
    vi.useFakeTimers();
    const { scroller, element, wheel, state } = scrolling(2.5 * TALLEST);
    for (const offset of [12_345_678, 70_000_000, 3, 2.5 * TALLEST]) {
      scroller.scrollTo({ top: offset });
      const stands = Math.min(offset, 2.5 * TALLEST - VIEW);
      expect(scroller.scrollTop).toBe(stands);
      // Its own scroll event is not a reader's.
      element.dispatchEvent(new Event('scroll'));
      expect(scroller.scrollTop).toBe(stands);
      expect(element.scrollTop + scroller.shift).toBe(stands);
    }
    scroller.scrollTo({ top: 40_000_000 });
    for (let n = 0; n < 100; n++) wheel(700);
    const [before, heard] = [element.scrollTop, state.moved];
    vi.runAllTimers();
    expect(element.scrollTop).toBeLessThan(before);
    expect(scroller.scrollTop).toBe(40_070_000);
    expect(state.moved).toBe(heard + 1);
    vi.useRealTimers();
  });

  it('keeps its end when it grows, and its offset when it fits an element again', () => {
    const { scroller, state, element } = scrolling(2 * TALLEST);
    scroller.scrollTo({ top: 2 * TALLEST });
    const end = scroller.scrollTop;
    state.total += 500;
    scroller.resized();
    expect(scroller.scrollTop).toBe(end);
    scroller.scrollTo({ top: 3 * TALLEST });
    expect(scroller.scrollTop).toBe(end + 500);
    expect(element.scrollTop).toBe(RANGE);
    scroller.scrollTo({ top: 20_000_000 });
    state.total = TALLEST - 1_000;
    scroller.resized();
    expect([scroller.shift, scroller.scrollTop]).toEqual([0, 20_000_000]);
  });
});

it('a list that fits is left to its element', () => {
  const { scroller, state, wheel, drag } = scrolling(TALLEST);
  for (const top of [RANGE, 17, RANGE / 2]) drag(top);
  wheel(90);
  expect([scroller.shift, state.moved]).toEqual([0, 0]);
  expect(scroller.scrollHeight).toBe(TALLEST);
});
