import '@testing-library/jest-dom/vitest';
import { afterEach, vi } from 'vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/svelte';

// Tests check visibility themselves; asking jsdom for it at every query takes seconds.
// The page is printed once, where a test failed: not at each look of a wait for an element.
configure({
  defaultHidden: true,
  asyncUtilTimeout: 20_000,
  getElementError: (message) => new Error(message ?? 'there is no such element'),
});
const { waitFor } = vi;
vi.waitFor = (look, options) => waitFor(look, options ?? { timeout: 20_000 });

/** jsdom lays nothing out: every element is as large as a window, so that lists show their rows. */
const size = { width: 900, height: 800 };

Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: { configurable: true, get: () => size.width },
  offsetHeight: {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset.index === undefined ? size.height : 40;
    },
  },
  clientWidth: { configurable: true, get: () => size.width },
  clientHeight: { configurable: true, get: () => size.height },
});

// Numbers, dates and times are written as here, whatever system the tests run on.
Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB'] });

class NoResizeObserver implements ResizeObserver {
  observe(): void {
    // Nothing ever changes its size.
  }
  unobserve(): void {
    // As above.
  }
  disconnect(): void {
    // As above.
  }
}

vi.stubGlobal('ResizeObserver', NoResizeObserver);
Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
  if (typeof to === 'object' && to.top !== undefined) this.scrollTop = to.top;
  this.dispatchEvent(new Event('scroll'));
};
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollBy = () => undefined;
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
Element.prototype.setPointerCapture = () => undefined;
// Nothing is drawn: a canvas has no picture.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.getAnimations = () => [];
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;

// The files of a run share one page: what a test puts there must not get the next one's keys.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.log(prettyDOM(document.body, 7_000));
  cleanup();
  document.body.replaceChildren();
  // An open menu keeps the pointer from the page for a moment after it is gone.
  document.body.removeAttribute('style');
});
