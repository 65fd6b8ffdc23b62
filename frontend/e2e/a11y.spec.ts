import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from './harness/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; target: string[] }[];
}

/** What axe finds that is serious or worse. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe;
    return (await run.run()).violations;
  });
  return found
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.target.join(' ')} ${n.html.slice(0, 120)}`));
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in ${theme}`, async ({ demo }) => {
    const { page } = demo;
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await demo.openChat('Token bucket for the upload API');
    expect(await serious(page)).toEqual([]);

    await page.keyboard.press('e');
    await page.waitForTimeout(500);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Shift+E');

    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByLabel('Command', { exact: true })).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');

    for (const [key, name] of [
      ['?', 'Keys'],
      ['Control+Comma', 'Settings'],
      ['Control+k', 'Go to'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await page.waitForTimeout(200);
      expect(await serious(page), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
}
