import { test as base, type Page, type PlaywrightTestOptions } from '@playwright/test';
import { Window } from './window';
import { app } from './app';

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

type Options = Partial<PlaywrightTestOptions>;

/** Leaves nothing to the next test: no listeners, routes, sizes or media, and nothing that the page still does. */
async function clean(page: Page, { viewport, colorScheme }: Options): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    colorScheme: colorScheme ?? null,
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
    async ({ browser }, use, { project }) => {
      let tab: Page | undefined;
      await use(async () => {
        if (!tab || tab.isClosed()) {
          const { viewport, colorScheme, locale, actionTimeout = 0 } = project.use;
          tab = await browser.newPage({ viewport, colorScheme, locale });
          tab.setDefaultTimeout(actionTimeout);
        }
        return tab;
      });
      await tab?.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab, expected }, use, { project }) => {
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
    if (!page.isClosed()) await clean(page, project.use);
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
