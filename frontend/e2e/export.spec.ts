import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { app } from './harness/app';

for (const theme of ['light', 'dark'] as const) {
  test(`an exported page is read in the ${theme}, and asks nobody for anything`, async ({ page }) => {
    const wrong: string[] = [];
    page.on('console', (message) => wrong.push(message.text()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url())) wrong.push(`request to ${request.url()}`);
    });
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.log(event.violatedDirective));
    });
    await page.goto(pathToFileURL(app.exportFile).href);

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('script, iframe, object, embed, link, form, svg').count()).toBe(0);
    expect(await page.locator('article.prompt').count()).toBeGreaterThan(0);
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [red = 0] = (/\d+/.exec(light) ?? []).map(Number);
    expect(red > 128).toBe(theme === 'light');

    // Calls are lines that unfold without a script.
    const diff = page.locator('details:has(> .diff)').first();
    await expect(diff.locator('.diff')).toBeHidden();
    await diff.locator('summary').click();
    await expect(diff.locator('.diff .add').first()).toBeVisible();

    // The page's policy forbids scripts, whatever text the page may contain.
    const blocked = await page.evaluate(
      () =>
        new Promise<string>((done) => {
          document.addEventListener('securitypolicyviolation', (event) => done(event.violatedDirective));
          const image = document.createElement('img');
          image.src = 'https://dendro.example/x.png';
          document.body.append(image);
          setTimeout(() => done('nothing'), 30_000);
        }),
    );
    expect(blocked).toBe('img-src');
    expect(wrong.filter((said) => !/img-src|dendro\.example/.test(said))).toEqual([]);
  });
}
