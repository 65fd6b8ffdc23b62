import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { claudeCallOf } from './harness/app';
import { addSession, lines, removeSessions } from './harness/records';
import { expectShort, tasksOf } from './harness/tasks';
import { expect, test } from './harness/test';
import type { Window } from './harness/window';

test.afterEach(({ page, request }) => removeSessions(page, request));

const text = (words: string) => ({ type: 'text', text: words });
const picture = {
  type: 'image',
  source: {
    ...{ type: 'base64', media_type: 'image/png' },
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  },
};

/** The transcript of a session, record by record. */
class Transcript {
  text = '';
  private parent: string | null = null;

  constructor(readonly id: string = randomUUID()) {}

  private say(role: 'user' | 'assistant', content: object[], more: object = {}): this {
    const line = lines(this.id, this.parent, role, [content], more);
    ({ uuid: this.parent } = JSON.parse(line) as { uuid: string });
    this.text += line;
    return this;
  }

  asks(words: string, ...more: object[]): this {
    return this.say('user', [text(words), ...more]);
  }

  says(words: string): this {
    return this.say('assistant', [text(words)]);
  }

  /** What the client writes in place of a reply. */
  fails(words: string): this {
    return this.say('assistant', [text(words)], { isApiErrorMessage: true });
  }

  reads(file: string, content: string | object[]): this {
    const id = `toolu_${randomUUID()}`;
    this.say('assistant', [{ type: 'tool_use', id, name: 'Read', input: { file_path: file } }]);
    return this.say('user', [{ type: 'tool_result', tool_use_id: id, content }]);
  }

  /** A slash command that fails. */
  command(name: string, error: string): this {
    this.asks(`<command-name>${name}</command-name>`);
    return this.asks(`<local-command-stderr>${error}</local-command-stderr>`);
  }
}

const TURNS = 300;

/** A session of many turns and 2 MB of outputs: each tenth turn reads a large file. */
function long(): Transcript {
  const session = new Transcript();
  for (let i = 1; i <= TURNS; i++) {
    session.asks(`Please do step ${String(i)} of the long work`);
    if (i % 10 === 5) session.reads(`/src/part${String(i)}.ts`, `const line = ${String(i)};\n`.repeat(3_500));
    session.says(`Step ${String(i)} is done.`);
  }
  return session;
}

/** Opens the plan of a chat's session by its key. */
async function plan(live: Window, chat: string) {
  const { page } = live;
  await live.openChat(chat);
  await page.keyboard.press('Control+2');
  await expect(live.tree).toBeFocused();
  await page.keyboard.press('r');
  const start = page.getByRole('button', { name: /^Start/ });
  await expect(start).toBeFocused();
  return { start, says: page.locator('.says'), list: page.getByRole('tree', { name: 'Turns to load' }) };
}

/** The file and the id of the session that Enter starts. */
async function begun(page: Page) {
  const { argv } = await claudeCallOf(() => page.keyboard.press('Enter'));
  expect(argv).toContain('--fork-session');
  const value = (option: string) => argv[argv.indexOf(option) + 1] ?? '';
  return { id: value('--session-id'), loaded: await readFile(value('--resume'), 'utf8') };
}

test('a preset leaves large outputs out in five keys and short tasks', async ({ live }) => {
  const { page } = live;
  const session = long();
  expect(session.text.length).toBeGreaterThan(2_000_000);
  const source = await addSession(session.id, session.text);
  await live.openChat('step 1 of the long work');
  await page.keyboard.press('Control+2');
  await expect(live.tree).toBeFocused();
  const start = page.getByRole('button', { name: /^Start/ });
  const tasks = await tasksOf(page, async () => {
    await page.keyboard.press('r');
    await expect(start).toBeFocused();
    await page.keyboard.press('l');
    await expect(page.getByRole('tree', { name: 'Turns to load' })).toBeFocused();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter'); // the plan without the outputs is still awaited
    await expect(start).toBeFocused();
    await expect(page.locator('.says')).toContainText('without 30 outputs');
  });
  expectShort('leaving outputs out of 300 turns', tasks);
  const { id, loaded } = await begun(page);
  expect(loaded.split('\n')[0]).toContain('Left out: 30 outputs.');
  expect(loaded.match(/\[output left out, \d+ KB\]/g)).toHaveLength(30);
  expect(loaded.length).toBeLessThan(500_000);
  expect(await readFile(source, 'utf8')).toBe(session.text);

  // The client's copy goes on, and so does the origin. Tree and comparison name what it never saw.
  const copy = new Transcript(id).asks('Continue without the outputs').says('It continues.');
  const tip = /.*"uuid":"([^"]+)"/s.exec(loaded)?.[1] ?? '';
  await addSession(
    id,
    loaded.replaceAll(session.id, id) + copy.text.replace('"parentUuid":null', `"parentUuid":"${tip}"`),
  );
  session.text = '';
  await appendFile(source, session.asks('Continue with all of them').says('So it does.').text);
  await live.node(/^Continue without the outputs/).click();
  const evidence = page.locator('footer.evidence');
  await expect(evidence).toContainText('without 30 outputs');
  await expect(evidence.locator('.sure')).toHaveAttribute('data-tip', /Dendro/);
  await page.keyboard.press('Control+2');
  await page.keyboard.press('c');
  await live.node(/^Continue with all of them/).click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Compare branches' });
  await expect(dialog).toContainText(/“Continue without the outputs” never saw 30 outputs of its origin/);
});

test('turns and outputs are chosen line by line', async ({ live }) => {
  const { page } = live;
  const session = long();
  await addSession(session.id, session.text);
  const { start, says, list } = await plan(live, 'step 1 of the long work');
  await page.keyboard.press('l');
  await expect(list).toBeFocused();
  const line = list.getByRole('treeitem', { selected: true });
  await expect(line).toContainText(`Please do step ${String(TURNS)}`);
  await page.keyboard.press('1');
  await expect(says).toContainText('without 30 outputs');
  await expect(list).toBeFocused();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowUp');
  await expect(line).toContainText('step 295');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(says).toContainText('without 29 outputs');
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await expect(says).toContainText('without 1 turn, 29 outputs');
  await page.getByRole('checkbox', { name: /^Tell Claude what is left out/ }).click();
  await page.keyboard.press('Shift+Tab');
  await expect(list).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(start).toBeFocused();
  const { loaded } = await begun(page);
  expect(loaded).not.toContain('Left out');
  expect(loaded).not.toContain('step 1 of the long work');
  expect(loaded).toContain('step 2 of the long work');
  expect(loaded.match(/\[output left out, \d+ KB\]/g)).toHaveLength(29);
});

for (const { refused, offer, without, end } of [
  {
    ...{
      refused: 'a long conversation',
      offer: 'Leave out: Outputs over 10 KB',
      without: 'without 1 output',
    },
    end: (s: Transcript) => s.asks('Refused wish').fails('Prompt is too long'),
  },
  {
    ...{ refused: 'a picture', offer: 'Leave out: Pictures', without: 'without 1 picture' },
    end: (s: Transcript) =>
      s
        .asks('Refused wish')
        .fails('API Error: 400 messages.5.content.0.image: image dimensions exceed max allowed size'),
  },
  {
    ...{ refused: 'a compaction', offer: 'Leave out: Outputs over 10 KB', without: 'without 1 output' },
    end: (s: Transcript) => s.command('/compact', 'Error: Error during compaction: Conversation too long'),
  },
])
  test(`after ${refused} was refused, the plan offers what helps`, async ({ live }) => {
    const { page } = live;
    const session = new Transcript()
      .asks('Begin a chat that is refused')
      .reads('/src/a.ts', 'const a = 1;\n'.repeat(2_000));
    session.says('It is read.').asks('Look at this').reads('/src/a.png', [picture]).says('A wombat.');
    end(session);
    await addSession(session.id, session.text);
    const { says, start } = await plan(live, 'Begin a chat that is refused');
    await page.getByRole('button', { name: offer }).click();
    await expect(says).toContainText(without);
    await expect(start).toBeEnabled();
    // It is still possible to go back instead.
    await page.getByRole('button', { name: 'Continue from the turn before' }).click();
    await expect(says).not.toContainText('without');
    await expect(says).toContainText('after “A wombat”');
    await start.focus();
    const { loaded } = await begun(page);
    expect(loaded).toContain('A wombat.');
    expect(loaded).not.toMatch(/Refused wish|compact/);
  });
