import { test as base } from '@playwright/test';
import { Window } from './window';
import { app } from './app';

interface Fixtures {
  /** The window on the demo history. */
  demo: Window;
  /** The window on one session in a directory with a hostile name. */
  live: Window;
}

/**
 * Every test watches the page: an error in the console, an exception, a failed request or a
 * request to anywhere else fails it.
 */
export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const wrong: string[] = [];
    page.on('console', (message) => {
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
      if (request.url().startsWith('http') && host !== '127.0.0.1') wrong.push(`request to ${host}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
    });
    await use(page);
    if (wrong.length > 0) throw new Error(`the page was not well:\n${wrong.join('\n')}`);
  },
  demo: async ({ page }, use) => {
    const window = new Window(page);
    await window.open(app.demoURL);
    await use(window);
  },
  live: async ({ page }, use) => {
    const window = new Window(page);
    await window.open(app.liveURL);
    await use(window);
  },
});

export { expect } from '@playwright/test';
