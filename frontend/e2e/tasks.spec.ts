import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { app } from './harness/app';
import { addSession, lines, removeSessions } from './harness/records';
import { drawn, expectShort, tasksOf } from './harness/tasks';
import { expect, test } from './harness/test';

/** An opened window that is idle. */
async function opened(page: Page, url: string) {
  await page.goto(url);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('footer.status')).toContainText('Indexed at', { timeout: 60_000 });
  await rest(page);
}

/** What follows by itself has followed. */
async function rest(page: Page) {
  await page.waitForTimeout(600);
  await drawn(page);
}

test('a window on 3,000 chats opens, and its first chat, in short tasks', async ({ page }) => {
  const opening = await tasksOf(page, () => opened(page, app.yearURL));
  expectShort('a window on 3,000 chats', opening);
  const first = await tasksOf(page, async () => {
    await page.locator('.chat').nth(2).click();
    await rest(page);
  });
  expectShort('its first chat', first);
});

test('a timeline of 3,000 chats is drawn and zoomed in short tasks', async ({ page }) => {
  await opened(page, app.yearURL);
  const picture = page.locator('.picture .canvas');
  const opening = await tasksOf(page, async () => {
    await page.keyboard.press('Shift+O');
    await expect(picture).toBeVisible();
    await rest(page);
  });
  expectShort('a timeline of 3,000 chats', opening);
  const zooming = await tasksOf(page, async () => {
    await picture.hover();
    for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 30 ? -60 : 60);
  });
  expectShort('60 zooms', zooming);
});

test('a table of 20,000 chats is opened, sorted and scrolled in short tasks', async ({ page }) => {
  // The list of a history ten times as long: the engine's own chats, several times.
  await page.route(/\/api\/(chats|details)(\?|$)/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { version?: number; more?: object; chats: { id: string }[] };
    const times = Math.ceil(20_000 / answer.chats.length);
    // Titles that differ, as those of real chats do.
    answer.chats = Array.from({ length: times }, (_, n) =>
      answer.chats.map((chat, i) => ({
        ...chat,
        ...(n > 0 && { id: `${chat.id}-${String(n)}` }),
        ...('title' in chat && {
          title: `${String((i * 7919 + n * 104_729) % 20_011)} ${String(chat.title)}`,
        }),
      })),
    ).flat();
    delete answer.more;
    await route.fulfill({ response, json: answer });
  });
  await opened(page, app.yearURL);
  const grid = page.getByRole('grid', { name: 'Table of chats' });
  const opening = await tasksOf(page, async () => {
    await page.keyboard.press('Shift+A');
    await expect(grid).toBeVisible();
    await rest(page);
  });
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(20_000);
  expectShort('a table of 20,000 chats', opening);
  for (const column of ['Title', 'Turns', 'Project']) {
    const sorting = await tasksOf(page, async () => {
      await grid.getByRole('button', { name: column, exact: true }).click();
      await rest(page);
    });
    expectShort(`sorting it by ${column}`, sorting);
  }
  const scrolling = await tasksOf(page, async () => {
    await grid.hover();
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(0, 5_000);
      await drawn(page);
    }
  });
  expectShort('scrolling it', scrolling);
});

test('a tree of 2,000 branches is drawn and scrolled in short tasks', async ({ page }) => {
  await opened(page, app.wideURL);
  const chat = (branches: number) =>
    page.locator('.chat').filter({ hasText: `Spike of ${String(branches)} branches` });
  await chat(32).click();
  await rest(page);
  const opening = await tasksOf(page, async () => {
    await chat(2000).click();
    await expect(page.locator('section.tree')).toContainText('2,000 branches');
    await rest(page);
  });
  expectShort('a tree of 2,000 branches', opening);
  const scrolling = await tasksOf(page, async () => {
    await page.locator('section.tree').getByRole('tree').hover();
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(0, 900);
      await drawn(page);
    }
  });
  expectShort('scrolling it', scrolling);
});

test('what opens over the panes opens in short tasks', async ({ demo }) => {
  const { page } = demo;
  await rest(page);
  for (const [what, keys] of [
    ['the settings', 'Control+,'],
    ['the sheet of keys', '?'],
    ['the export', 'Control+E'],
    ['the timeline', 'Shift+O'],
  ] as const) {
    const tasks = await tasksOf(page, async () => {
      await page.keyboard.press(keys);
      await expect(page.getByRole('dialog')).toBeVisible();
      await rest(page);
    });
    expectShort(what, tasks);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const searching = await tasksOf(page, async () => {
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('upload');
    await expect(page.getByRole('option').first()).toBeVisible();
    await rest(page);
  });
  expectShort('a search', searching);
});

test('two branches are compared, with their files, in short tasks', async ({ demo }) => {
  const { page } = demo;
  await demo.openChat('Token bucket for the upload API');
  await demo.node(/^Leaky bucket/).click();
  await page.keyboard.press('Control+2');
  await page.keyboard.press('c');
  await expect(page.getByRole('status').filter({ hasText: 'Leaky bucket' })).toBeVisible();
  await demo.node(/^Add metrics/).click();
  await rest(page);
  const dialog = page.getByRole('dialog', { name: 'Compare branches' });
  const comparing = await tasksOf(page, async () => {
    await page.keyboard.press('c');
    await dialog.locator('table').first().getByRole('button').first().click();
    await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('+');
    await rest(page);
  });
  expectShort('comparing', comparing);
});

test.describe('100,000 rows', () => {
  test.afterEach(({ page, request }) => removeSessions(page, request));

  test('are flung through in short tasks, and keep their places until they are read', async ({ page }) => {
    const id = randomUUID();
    let parent: string | null = null;
    const say = (role: 'user' | 'assistant', text: string) => {
      const line = lines(id, parent, role, [[{ type: 'text', text }]]);
      ({ uuid: parent } = JSON.parse(line) as { uuid: string });
      return line;
    };
    const turns = Array.from({ length: 50_000 }, (_, i) => {
      const words = 'what is a row that is read by its place '.repeat(1 + ((i * 7) % 9));
      return say('user', `Step ${String(i + 1)} of many`) + say('assistant', words);
    });
    await addSession(id, turns.join(''));
    await page.goto(app.liveURL);
    const chat = page.locator('.chat').filter({ hasText: 'Step 1 of many' });
    await expect(chat).toBeVisible({ timeout: 60_000 });
    await chat.click();
    const thread = page.getByRole('feed');
    await expect(thread).toContainText('Step 50000 of many');
    await rest(page);

    await thread.hover();
    const flinging = await tasksOf(page, async () => {
      for (let i = 0; i < 20; i++) {
        await page.mouse.wheel(0, -1_500);
        await drawn(page);
      }
    });
    expectShort('flinging through 100,000 rows', flinging);
    const jump = (share: number) =>
      thread.evaluate((e, to) => e.scrollTo({ top: Math.round(e.scrollHeight * to) }), share);
    const jumping = await tasksOf(page, async () => {
      for (let i = 1; i < 15; i++) {
        await jump(((i * 7) % 15) / 15);
        await drawn(page);
        await page.waitForTimeout(60);
      }
    });
    expectShort('jumping through them', jumping);

    await rest(page);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((done) => (answer = done));
    await page.route(/\/rows/, async (route) => {
      await answered;
      await route.continue();
    });
    const height = () => thread.evaluate((e) => e.scrollHeight);
    const before = await height();
    await jump(0.52);
    await expect(thread.locator('.ghost').first()).toBeVisible();
    await rest(page);
    expect(await height()).toBe(before);
    answer();
    await expect(thread.locator('.ghost')).toHaveCount(0);
  });
});
