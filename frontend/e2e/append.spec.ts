import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { app } from './harness/app';
import { lines } from './harness/records';
import { expect, test } from './harness/test';

/**
 * How long it takes from a record's last byte until its text is visible. A few appends
 * guard it; for figures: make e2e ARGS="append" APPENDS=1000.
 */
const appends = Number(process.env.APPENDS ?? 40);
/** A machine that runs other tests beside is given time: there the half of them says enough. */
const [share, most] = appends >= 1000 ? [0.99, 100] : [0.5, 500];

interface Seen {
  /** When each number was drawn, and the change heard of, in milliseconds. */
  drawn: Record<number, number>;
  heard: number[];
}

const now = () => performance.timeOrigin + performance.now();

test('an append is visible in time', async ({ live }) => {
  test.setTimeout(180_000 + appends * 1_000);
  await watchFor(live.page);
  const written: { at: number; torn: boolean }[] = [];
  let parent = await lastRecord();
  for (let i = 0; i < appends; i++) {
    const uuid = randomUUID();
    const line = Buffer.from(record(uuid, parent, `Number ${i}: ça, 木 and 🌳.`));
    parent = uuid;
    const torn = i % 4 === 3;
    if (torn) {
      // In the middle of a character, as two writes may tear it.
      const cut = line.indexOf('🌳') + 2;
      await appendFile(app.live.file, line.subarray(0, cut));
      await live.page.waitForTimeout(Math.random() * 30);
      written.push({ at: now(), torn });
      await appendFile(app.live.file, line.subarray(cut));
    } else {
      written.push({ at: now(), torn });
      await appendFile(app.live.file, line);
    }
    await live.page.waitForTimeout(100 + Math.random() * 300);
  }
  await expect(live.thread).toContainText(`Number ${appends - 1}:`);
  const seen = await live.page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const all = written.map(({ at }, i) => (seen.drawn[i] ?? Infinity) - at);
  const torn = all.filter((_, i) => written[i]?.torn);
  const heard = written.map(({ at }) => (seen.heard.find((h) => h >= at) ?? Infinity) - at);
  const says = `visible after ${figures(all)}; torn: ${figures(torn)}; change heard after ${figures(heard)}`;
  test.info().annotations.push({ type: 'append', description: says });
  console.log(`${appends} appends, milliseconds: ${says}`);
  expect(quantile(all, share)).toBeLessThanOrEqual(most);
});

function quantile(all: number[], q: number): number {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Infinity;
}

function figures(all: number[]): string {
  return [0.5, 0.9, 0.99, 1].map((q) => `p${q * 100} ${quantile(all, q).toFixed(1)}`).join(', ');
}

/** Notes in the page when a number is drawn: after the next frame it is on the screen. */
async function watchFor(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { drawn: {}, heard: [] };
    Object.assign(globalThis, { seen });
    const now = () => performance.timeOrigin + performance.now();
    const { runtime } = globalThis as unknown as { runtime: { EventsOn(name: string, f: () => void): void } };
    runtime.EventsOn('change', () => seen.heard.push(now()));
    const feed = document.querySelector('[role=feed]');
    if (!feed) throw new Error('no thread');
    new MutationObserver(() => {
      requestAnimationFrame(() => {
        const at = now();
        for (const [, number] of feed.textContent.matchAll(/Number (\d+): ça, 木 and 🌳\./g))
          seen.drawn[Number(number)] ??= at;
      });
    }).observe(feed, { subtree: true, childList: true, characterData: true });
  });
}

async function lastRecord(): Promise<string> {
  const all = (await readFile(app.live.file, 'utf8')).trimEnd().split('\n');
  const uuids = all.map((line) => (JSON.parse(line) as { uuid?: string }).uuid);
  return uuids.findLast((uuid) => uuid !== undefined) ?? '';
}

function record(uuid: string, parent: string, text: string): string {
  return lines(app.live.id, parent, 'assistant', [[{ type: 'text', text }]], { uuid });
}
