import { test as base, type Page } from '@playwright/test';
import { Window } from './window';
import { app } from './app';

const VIEWPORT = { width: 1440, height: 900 };

interface Fixtures {
  /** The window on the demo history. */
  demo: Window;
  /** The window on one session in a directory with a hostile name. */
  live: Window;
  /** The window on a call of every tool, and on hostile text. */
  cards: Window;
  /** Console messages that a test calls forth on purpose. */
  expected: RegExp | null;
}

/** Leaves nothing to the next test: no listeners, routes, sizes or media, and nothing that the page still does. */
async function clean(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({
    colorScheme: 'light',
    media: null,
    reducedMotion: null,
    contrast: null,
    forcedColors: null,
  });
}

/**
 * Every test watches the page: an error in the console, an exception, a failed request or a
 * request to anywhere else fails it.
 */
export const test = base.extend<Fixtures, { tab: () => Promise<Page> }>({
  expected: [null, { option: true }],
  // One for all tests of a worker, until one closes it: a new one has no cache of the window's code.
  tab: [
    async ({ browser }, use) => {
      let tab: Page | undefined;
      await use(async () => {
        if (!tab || tab.isClosed()) {
          tab = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light', locale: 'en-GB' });
          tab.setDefaultTimeout(30_000);
        }
        return tab;
      });
      await tab?.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab, expected }, use) => {
    const page = await tab();
    const wrong: string[] = [];
    page.on('console', (message) => {
      // The development script of Wails calls before its socket is open; a real window has none.
      if (expected?.test(message.text()) || message.text().includes('/wails/ipc.js')) return;
      if (message.type() === 'error' || message.type() === 'warning')
        wrong.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      // Wails' own development script stumbles over its overlay; the window is not concerned.
      if (error.stack?.includes('/wails/ipc.js')) return;
      wrong.push(`exception: ${error.stack ?? error.message}`);
    });
    page.on('request', (request) => {
      const host = new URL(request.url()).hostname;
      const said = `request to ${host}`;
      if (request.url().startsWith('http') && host !== '127.0.0.1' && !expected?.test(said)) wrong.push(said);
    });
    page.on('response', (response) => {
      const said = `${response.status()} ${response.url()}`;
      if (response.status() >= 400 && !expected?.test(said)) wrong.push(said);
    });
    await use(page);
    if (!page.isClosed()) await clean(page);
    if (wrong.length > 0) throw new Error(`the page was not well:\n${wrong.join('\n')}`);
  },
  demo: async ({ page }, use) => {
    const window = new Window(page);
    await window.open(app.demoURL);
    await use(window);
  },
  cards: async ({ page }, use) => {
    const window = new Window(page);
    await window.open(app.cardsURL);
    await use(window);
  },
  live: async ({ page }, use) => {
    const window = new Window(page);
    await window.open(app.liveURL);
    await use(window);
  },
});

export { expect } from '@playwright/test';
