import type { Window } from './harness/window';
import { expect, test } from './harness/test';

/** What no text of a history may bring into the page. */
const forbidden =
  'script, iframe, object, embed, form, base, meta, link, style, video, audio, math, foreignObject, [onerror], [onload], [onclick], [ontoggle], [onfocus], [srcdoc]';

interface Harm {
  ran: unknown;
  elements: string[];
  addresses: string[];
  wide: string[];
}

/** Looks at the whole document for harm done. */
function harm(window: Window): Promise<Harm> {
  return window.page.evaluate((selector) => {
    const body = document.body;
    const lists = [...document.querySelectorAll('[role=feed], [role=listbox], [role=tree], main, header')];
    return {
      ran: (globalThis as { pwned?: unknown }).pwned,
      elements: [...body.querySelectorAll(selector)]
        // The page's own script is at the end of the body.
        .filter((e) => !(e instanceof HTMLScriptElement && e.src.startsWith(location.origin)))
        .map((e) => e.outerHTML.slice(0, 120)),
      addresses: [...body.querySelectorAll('[href], [src], [action], [data]')]
        .flatMap((e) => ['href', 'src', 'action', 'data'].map((name) => e.getAttribute(name) ?? ''))
        .filter((a) => a !== '' && !/^(https?:|mailto:|\/|\.\/|#)/i.test(a)),
      wide: [document.documentElement, body, ...lists]
        .filter((e) => e.scrollWidth > e.clientWidth + 1)
        .map((e) => `${e.tagName}.${e.className}: ${String(e.scrollWidth)} in ${String(e.clientWidth)}`),
    };
  }, forbidden);
}

const none: Harm = { ran: undefined, elements: [], addresses: [], wide: [] };

test('hostile text is text, wherever it stands', async ({ cards: window }) => {
  const { page } = window;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await window.openChat('Hostile');
  await expect(window.thread).toContainText('Nothing ran.');
  const title = await page.title();
  expect(await harm(window)).toEqual(none);

  await page.keyboard.press('t');
  await page.keyboard.press('e');
  await window.thread.evaluate((e) => e.scrollTo({ top: 0 }));
  for (let step = 0; step < 60; step++) {
    await page.waitForTimeout(100);
    expect(await harm(window), `step ${String(step)}`).toEqual(none);
    const end = await window.thread.evaluate((e) => {
      const before = e.scrollTop;
      e.scrollBy({ top: e.clientHeight * 0.8 });
      return e.scrollTop === before;
    });
    if (end) break;
  }
  await expect(window.thread).toContainText('Nothing ran.');

  // Links that would run something are plain text; a click on them does nothing.
  for (const name of ['scripted', 'encoded', 'data', 'vb', 'file', 'app'])
    await expect(window.thread.locator('a', { hasText: new RegExp(`^${name}$`) })).toHaveCount(0);

  await page.keyboard.press('i');
  await expect(page.getByRole('heading', { name: 'Session', exact: true })).toBeVisible();
  expect(await harm(window)).toEqual(none);
  await page.keyboard.press('i');
  await page.keyboard.press('t');

  await page.keyboard.press('Control+k');
  await window.search.fill('hostile');
  await expect(window.results.getByRole('option').first()).toBeVisible();
  await page.waitForTimeout(300);
  expect(await harm(window)).toEqual(none);
  expect(page.frames()).toHaveLength(1);
  expect(await page.title()).toBe(title);
  expect(dialogs).toEqual([]);
});

test('names that every object has break nothing', async ({ cards: window }) => {
  await window.openChat('Hostile');
  for (const name of [/^\s*constructor/, /^\s*toString/]) {
    const line = await window.find(window.tool(name));
    await line.click();
    await expect(line).toHaveAttribute('aria-expanded', 'true');
    await line.click();
  }
  expect(await window.page.evaluate(() => 'polluted' in Object.prototype)).toBe(false);
});

test.describe('the policy of the page', () => {
  test.use({ expected: /Content Security Policy|request to evil/ });

  test('holds off what gets past everything else', async ({ cards: window }) => {
    // Chromium reports requests that it then does not make.
    const made: string[] = [];
    window.page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'csp') made.push(request.url());
    });
    const broken = await window.page.evaluate(async () => {
      const found = new Set<string>();
      document.addEventListener('securitypolicyviolation', (e) => found.add(e.effectiveDirective));
      const add = (tag: string, values: Record<string, string>) => {
        document.body.append(Object.assign(document.createElement(tag), values));
      };
      add('script', { textContent: 'globalThis.pwned = 1' });
      add('script', { src: 'https://evil.example/a.js' });
      add('img', { src: 'https://evil.example/pixel.png' });
      add('iframe', { src: 'https://evil.example/' });
      add('link', { rel: 'stylesheet', href: 'https://evil.example/a.css' });
      add('object', { data: 'https://evil.example/o' });
      await fetch('https://evil.example/').catch(() => undefined);
      // Not at once: what a test evaluates may evaluate.
      setTimeout(() => {
        const text = 'globalThis.pwned = 2';
        // eslint-disable-next-line @typescript-eslint/no-implied-eval
        setTimeout(text);
      });
      await new Promise((done) => setTimeout(done, 300));
      return { found: [...found], ran: (globalThis as { pwned?: unknown }).pwned };
    });
    expect(broken.ran).toBeUndefined();
    expect(made).toEqual([]);
    for (const directive of [
      'script-src-elem',
      'script-src',
      'img-src',
      'frame-src',
      'style-src-elem',
      'object-src',
      'connect-src',
    ])
      expect(broken.found, directive).toContain(directive);
  });
});
