import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The window as a person finds their way in it. */
export class Window {
  readonly search: Locator;
  readonly results: Locator;
  readonly chats: Locator;
  readonly tree: Locator;
  readonly thread: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.search = page.getByRole('combobox', { name: 'Search everything' });
    this.results = page.getByRole('listbox', { name: 'Results' });
    this.chats = page.getByRole('tree', { name: /^Chats/ });
    this.tree = page.locator('[data-pane=tree]').getByRole('tree');
    this.thread = page.getByRole('feed');
    this.status = page.locator('footer.status');
  }

  /** Opens the page and waits until a chat is read: the one that the last test left open, whichever that was. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.chatRows.first()).toBeVisible();
    await expect(this.node(/./).first()).toBeVisible();
    await expect(this.thread.getByRole('article').first()).toBeVisible();
    // A start also begins with what the last test looked for; every test begins at the end.
    const find = this.page.getByRole('search', { name: 'Find in this branch' });
    if (await find.isVisible()) await find.getByRole('button', { name: 'Close' }).click();
    await this.page.keyboard.press('Shift+G');
  }

  /** Waits until the engine has these settings: the window saves them a moment after it applies them. */
  async saved(expected: Record<string, unknown>): Promise<void> {
    const read = () =>
      this.page.evaluate(() => {
        type Engine = { go: { window: { SettingsMethods: { Settings(): Promise<unknown> } } } };
        return (window as unknown as Engine).go.window.SettingsMethods.Settings();
      });
    await expect.poll(read).toMatchObject(expected);
  }

  /** Loads the page again, with nothing open over the panes. Works in every language. */
  async reopen(): Promise<void> {
    await this.page.reload();
    await expect(this.page.locator('[data-pane=tree] [role=treeitem]').first()).toBeVisible();
  }

  /** The chats of the list, without its projects. */
  get chatRows(): Locator {
    return this.chats.getByRole('treeitem').filter({ has: this.page.locator('.chat') });
  }

  chat(name: RegExp | string): Locator {
    return this.chatRows.filter({ hasText: name });
  }

  node(name: RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  get selectedNode(): Locator {
    return this.tree.locator('[role=treeitem][aria-selected=true]');
  }

  async openChat(name: RegExp | string): Promise<void> {
    await this.chat(name).first().click();
    await expect(this.chat(name).first()).toHaveAttribute('aria-selected', 'true');
    await expect(this.node(/./).first()).toBeVisible();
    await expect(this.thread.getByRole('article').first()).toBeVisible();
  }

  /** A closed or open tool line of the thread. */
  tool(name: RegExp): Locator {
    return this.thread.locator('.tool > .line').filter({ hasText: name });
  }

  /** Looks at something until it has been the same for a while, and says how it is. */
  async still<T>(look: () => Promise<T>): Promise<T> {
    let last = await look();
    for (let same = 0; same < 5;) {
      await this.page.waitForTimeout(60);
      await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      const now = await look();
      same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 0;
      last = now;
    }
    return last;
  }

  /** Scrolls through the thread until something is in view. */
  async find(what: Locator): Promise<Locator> {
    // The end is held until a reader takes over, which scrolling by a script does not say.
    await this.thread.evaluate((e) => {
      e.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      e.scrollTo({ top: 0 });
    });
    for (let step = 0; step < 200; step++) {
      await this.page.waitForTimeout(60);
      if ((await what.count()) > 0) {
        // A row may be drawn anew while it is scrolled to: then it is looked for once more.
        try {
          await what.first().scrollIntoViewIfNeeded({ timeout: 5_000 });
          return what.first();
        } catch {
          continue;
        }
      }
      const atEnd = await this.thread.evaluate((e) => {
        const before = e.scrollTop;
        e.scrollBy({ top: e.clientHeight * 0.7 });
        return e.scrollTop === before;
      });
      if (atEnd) break;
    }
    await expect(what.first()).toBeVisible();
    return what.first();
  }
}
