import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Locator } from '@playwright/test';
import { app } from './harness/app';
import { addSession, lines, removeLater, removeSessions } from './harness/records';
import { expect, test } from './harness/test';
import type { Window } from './harness/window';

interface Record {
  uuid: string;
  [key: string]: unknown;
}

const inTime = { timeout: 60_000 };

/** Writes as Claude does: lines at the end of the transcript, all in one write. */
function say(...texts: string[]): Promise<void> {
  return write('assistant', ...texts.map((text) => [{ type: 'text', text }]));
}

async function write(role: 'user' | 'assistant', ...contents: object[][]): Promise<void> {
  const records = await chain();
  await appendFile(app.live.file, lines(app.live.id, records.at(-1)?.uuid ?? null, role, contents));
}

/** The records of the live transcript that hang together. */
async function chain(): Promise<Record[]> {
  const lines = (await readFile(app.live.file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record).filter((r) => typeof r.uuid === 'string');
}

test.afterEach(({ page, request }) => removeSessions(page, request));

/** The position of something on the page. */
async function top(what: Locator): Promise<number> {
  const box = await what.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return Math.round(box.y);
}

/** The reader scrolls up a few screens, to a row that says this. */
async function readAt(live: Window, text: string): Promise<Locator> {
  const row = live.thread.getByRole('article').filter({ hasText: text });
  await live.thread.hover();
  for (let i = 0; i < 40 && !(await row.isVisible()); i++) {
    await live.page.mouse.wheel(0, -300);
    await live.page.waitForTimeout(50);
  }
  await expect(row).toBeInViewport();
  await live.still(() => top(row));
  return row;
}

test('what is written appears, and nothing moves for a reader who is elsewhere', async ({ live }) => {
  await say('Freshly written, the first.');
  await expect(live.thread).toContainText('Freshly written, the first.', inTime);
  await say('Freshly written, the second.');
  await expect(live.thread).toContainText('Freshly written, the second.', inTime);
});

test('a call runs until its result lands', async ({ live }) => {
  const id = `toolu_${randomUUID()}`;
  await write('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: 'make slowly' } }]);
  const line = live.tool(/make slowly/);
  await expect(line).toContainText('running', inTime);
  await write('user', [{ type: 'tool_result', tool_use_id: id, content: 'made at last' }]);
  await expect(line).not.toContainText('running', inTime);
  await line.click();
  await expect(live.thread).toContainText('made at last');
});

test('the end is followed until the reader leaves it or says so', async ({ live }) => {
  const follow = live.page.getByRole('button', { name: 'Auto-scroll' });
  await say(...Array.from({ length: 60 }, (_, i) => `Long ago, number ${i}.`));
  await expect(live.thread).toContainText('Long ago, number 59.', inTime);
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await say('And one more at the end.');
  await expect(live.thread.getByText('And one more at the end.')).toBeInViewport(inTime);

  const row = await readAt(live, 'Long ago, number 30.');
  const stood = await top(row);
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await say('Unseen, the first.', 'Unseen, the second.', 'Unseen, the third.');
  const pill = live.page.getByRole('button', { name: '3 new' });
  await expect(pill).toBeVisible(inTime);
  expect(await top(row)).toBe(stood);
  await pill.click();
  await expect(live.thread.getByText('Unseen, the third.')).toBeInViewport();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');

  await live.page.keyboard.press('.');
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  const last = live.thread.getByRole('article').filter({ hasText: 'Unseen, the third.' });
  const lastStood = await top(last);
  await say('Not yet in view.', 'Nor this.', 'Below the end.');
  await expect(live.page.getByRole('button', { name: '3 new' })).toBeVisible(inTime);
  expect(await top(last)).toBe(lastStood);
  await follow.click();
  await expect(live.thread.getByText('Below the end.')).toBeInViewport();
});

test('a fork grows the tree in place, and nothing that is looked at moves', async ({ live }) => {
  await say(...Array.from({ length: 60 }, (_, i) => `Before the fork, number ${i}.`));
  await expect(live.thread).toContainText('Before the fork, number 59.', inTime);
  const row = await readAt(live, 'Before the fork, number 30.');
  const stood = await top(row);

  const id = randomUUID();
  const text = await readFile(app.live.file, 'utf8');
  const at = (await chain()).find((r) => JSON.stringify(r).includes('Before the fork, number 12.'));
  const upTo = text.indexOf('\n', text.indexOf('Before the fork, number 12.')) + 1;
  const copied = text.slice(0, upTo).replaceAll(app.live.id, id);
  await addSession(
    id,
    copied + lines(id, at?.uuid ?? null, 'user', [[{ type: 'text', text: 'Another way.' }]]),
  );
  await expect(live.node(/Another way/)).toBeVisible(inTime);
  // The row in view comes after the shared prompts, in a node of its own now.
  await expect(live.selectedNode).toContainText('0 turns');
  await live.page.waitForTimeout(300);
  expect(await top(row)).toBe(stood);
});

test('a scan that finds more branches moves no row of the tree that is read', async ({ live }) => {
  await say('All ways begin here.');
  const text = await readFile(app.live.file, 'utf8');
  const upTo = text.indexOf('\n', text.indexOf('All ways begin here.')) + 1;
  const from = (await chain()).find((r) => JSON.stringify(r).includes('All ways begin here.'))?.uuid ?? null;
  const fork = async (way: number) => {
    const id = randomUUID();
    const own = lines(id, from, 'user', [[{ type: 'text', text: `Way number ${way}.` }]]);
    await addSession(id, text.slice(0, upTo).replaceAll(app.live.id, id) + own);
  };
  const sessions = (n: number) =>
    expect(live.page.getByRole('region', { name: 'Tree' })).toContainText(`${n} sessions`, inTime);
  for (let i = 0; i < 30; i++) await fork(i);
  await sessions(31);

  await live.tree.evaluate((rows) => rows.scrollTo({ top: rows.scrollHeight / 2 }));
  const row = live.node(/^Way number 14/);
  await expect(row).toBeInViewport();
  const stood = await live.still(() => top(row));
  // New rows appear above the view, one after the other and many at once.
  for (let i = 30; i < 33; i++) {
    await fork(i);
    await sessions(i + 2);
    await live.page.waitForTimeout(100);
    expect(await top(row)).toBe(stood);
  }
  await Promise.all(Array.from({ length: 12 }, (_, i) => fork(33 + i)));
  await sessions(46);
  await live.page.waitForTimeout(300);
  expect(await top(row)).toBe(stood);
});

test('the sidebar reorders without stealing the selection', async ({ live }) => {
  const chosen = live.chats.locator('[aria-selected=true]');
  const open = await chosen.getAttribute('id');
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) {
    const id = randomUUID();
    ids.push(
      await addSession(id, lines(id, null, 'user', [[{ type: 'text', text: `A chat of its own, ${i}.` }]])),
    );
    await expect(live.chatRows.first()).toContainText(`A chat of its own, ${i}`, inTime);
    await expect(chosen).toHaveAttribute('id', open ?? '');
  }
  await live.page.keyboard.press('Control+1');
  await live.page.keyboard.press('Home');
  await live.page.keyboard.press('ArrowDown');
  const cursor = await live.chats.getAttribute('aria-activedescendant');
  expect(cursor).not.toBe(open);
  const older = ids[0] ?? '';
  const id = older.slice(-41, -6);
  await appendFile(older, lines(id, null, 'assistant', [[{ type: 'text', text: 'It goes on.' }]]));
  await expect(live.chatRows.first()).toContainText('A chat of its own, 0', inTime);
  expect(await live.chats.getAttribute('aria-activedescendant')).toBe(cursor);
  await expect(chosen, 'the arrows select').toHaveAttribute('id', cursor ?? '');
});

test('what is written to a session that was just opened moves no reader, nor where it is moved to', async ({
  live,
}) => {
  const id = randomUUID();
  const said = Array.from({ length: 100 }, (_, i) => [{ type: 'text', text: `On the move, number ${i}.` }]);
  const file = await addSession(id, lines(id, null, 'assistant', said));
  await live.chatRows
    .filter({ hasText: /On the move|Untitled/ })
    .first()
    .click(inTime);
  await expect(live.thread).toContainText('On the move, number 99.', inTime);
  const row = await readAt(live, 'On the move, number 60.');
  const stood = await top(row);
  const more = (text: string) => lines(id, null, 'assistant', [[{ type: 'text', text }]]);
  await appendFile(file, more('One more.'));
  await expect(live.page.getByRole('button', { name: '1 new' })).toBeVisible(inTime);
  expect(await top(row)).toBe(stood);

  const elsewhere = join(dirname(dirname(file)), '-elsewhere', `${id}.jsonl`);
  removeLater(elsewhere);
  await mkdir(dirname(elsewhere), { recursive: true });
  await rename(file, elsewhere);
  await appendFile(elsewhere, more('Written where it is now.'));
  const pill = live.page.getByRole('button', { name: '2 new' });
  await expect(pill).toBeVisible(inTime);
  expect(await top(row)).toBe(stood);
  await pill.click();
  await expect(live.thread.getByText('Written where it is now.')).toBeInViewport();
  await expect(live.page.getByText('This session was deleted from disk.')).toBeHidden();
});

test.describe('a session that is deleted on the disk', () => {
  // Its chat is asked for once more when it changes.
  test.use({ expected: /404/ });
  test('stays readable, and says so', async ({ live }) => {
    const id = randomUUID();
    const said = Array.from({ length: 250 }, (_, i) => [{ type: 'text', text: `Soon gone, number ${i}.` }]);
    const file = await addSession(id, lines(id, null, 'assistant', said));
    const listed = live.chatRows.filter({ hasText: /Soon gone|Untitled/ }).first();
    await listed.click(inTime);
    const key = (await listed.getAttribute('id')) ?? '';
    await expect(live.thread).toContainText('Soon gone, number 249.', inTime);
    await rm(file);
    const banner = live.page.getByText('This session was deleted from disk.');
    await expect(banner).toBeVisible(inTime);
    await live.page.keyboard.press('g');
    await live.page.keyboard.press('g');
    await expect(live.thread).toContainText('Soon gone, number 0.', inTime);
    await live.page.keyboard.press('Control+f');
    await live.page.keyboard.type('number 77.');
    await expect(live.thread.getByText('Soon gone, number 77.')).toBeVisible(inTime);
    await live.page.keyboard.press('Escape');
    // It leaves the list when that is loaded again, a moment later.
    await expect(live.page.locator(`[id="${key}"]`)).toHaveCount(0, inTime);
    await live.chatRows.first().click();
    await expect(banner).toBeHidden();
  });
});

/** How often Chromium draws in three seconds, and what of the page is animated meanwhile. */
async function drawn({ page }: Window): Promise<{ frames: number; moving: string[] }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
  await page.waitForTimeout(3_000);
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : '')),
  );
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string }[] };
  return { frames: trace.traceEvents.filter(({ name }) => name === 'DrawFrame').length, moving };
}

test('draws nothing while sessions are live and nothing is written', async ({ live }) => {
  await say('It is live, and silent.');
  await expect(live.thread).toContainText('It is live, and silent.', inTime);
  const { page } = live;
  await expect(live.status).toContainText(/[1-9] running/, inTime);
  // The pointer and the keyboard are elsewhere: a caret that blinks is drawn.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  // By then the parts that load after the first paint have arrived.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  const still = await drawn(live);
  await page.evaluate(() => {
    const pulse = document.querySelector('.live') ?? document.body;
    pulse.animate([{ opacity: 1 }, { opacity: 0.4 }], { duration: 900, iterations: Infinity });
  });
  const pulsing = await drawn(live);
  expect(pulsing.moving, 'a pulse would be seen').toHaveLength(1);
  expect(pulsing.frames).toBeGreaterThan(15);
  expect(still.moving).toEqual([]);
  // The clock may turn a minute, and a hint may come.
  expect(still.frames).toBeLessThanOrEqual(6);
});

test('a path in a reply is a link if the file exists, with a menu', async ({ live }) => {
  const file = join(app.live.dir, `named-${randomUUID()}.go`);
  removeLater(file);
  await writeFile(file, 'package named');
  const name = `./${basename(file)}:12`;
  await say(`It is in \`${name}\`, and not in \`./gone.go:3\`.`);
  const link = live.thread.getByRole('link', { name });
  await expect(link).toBeVisible(inTime);
  await expect(live.thread.getByRole('link', { name: 'gone.go' })).toHaveCount(0);
  await link.click({ button: 'right' });
  const menu = live.page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Open file' })).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Copy path' }).click();
  await expect(live.status).toContainText('Path copied');
});

test('a diagram in a reply is drawn on request, and one with an error says so', async ({ live }) => {
  await say('The flow:\n\n```mermaid\ngraph TD\n  Ask[Ask & wait] --> Done\n```');
  const reply = live.thread.getByRole('article').filter({ hasText: 'The flow:' });
  await expect(reply).toBeVisible(inTime);
  await reply.getByRole('button', { name: 'Show diagram' }).click();
  const picture = reply.getByRole('img', { name: 'Diagram' });
  await expect(picture).toBeVisible(inTime);
  expect(await picture.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(20);
  await reply.getByRole('button', { name: 'Show source' }).click();
  await expect(picture).toHaveCount(0);
  await expect(reply).toContainText('--> Done');
  await say('Broken:\n\n```mermaid\ngraph TD\n  A -->\n```');
  const broken = live.thread.getByRole('article').filter({ hasText: 'Broken:' });
  await broken.getByRole('button', { name: 'Show diagram' }).click(inTime);
  await expect(broken.getByRole('alert')).toContainText('The diagram was not drawn', inTime);
  await expect(broken).toContainText('A -->');
});
