import { defineConfig } from '@playwright/test';
import { launchOptions } from './harness/app';

/** The real app in Debian's Chromium; `make e2e` starts both and says where they are. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Nothing is measured by these: a busy machine is given time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Each worker has windows of its own: they keep where a test has left them.
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    colorScheme: 'light',
    locale: 'en-GB',
    launchOptions: process.env.DENDRO_BROWSER === undefined ? {} : launchOptions(),
  },
});
