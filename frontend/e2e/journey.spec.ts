import { randomUUID } from 'node:crypto';
import { claudeCallOf } from './harness/app';
import { addAgent, addSession, lines, removeSessions } from './harness/records';
import { expect, test } from './harness/test';

test.afterEach(({ page, request }) => removeSessions(page, request));

const inTime = { timeout: 60_000 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const text = (said: string) => [{ type: 'text', text: said }];
const last = (written: string) =>
  (JSON.parse(written.trimEnd().split('\n').at(-1) ?? '{}') as { uuid: string }).uuid;

/**
 * A session with one rewind; on the branch that continues, three calls fail,
 * the third of them an agent's.
 */
async function plant(): Promise<string> {
  const id = randomUUID();
  const agent = 'a5eed00000000001';
  let minutes = 0;
  /** Records, each a minute after the one before. */
  const then = (parent: string | null, role: 'user' | 'assistant', content: object[], more: object = {}) => {
    const timestamp = new Date(Date.now() - HOUR + ++minutes * MINUTE).toISOString();
    return lines(id, parent, role, [content], { timestamp, ...more });
  };
  let out = then(null, 'user', text('Plant the hedge along the wall.'));
  out += then(last(out), 'assistant', text('Rows or a ring?'));
  const fork = last(out);
  out += then(fork, 'user', text('In rows, please.'));
  out += then(last(out), 'assistant', text('Three rows stand.'));
  out += then(fork, 'user', text('In a ring, rather.'));
  const fails = (name: string, input: object, said: string, more: object = {}) => {
    const call = `toolu_${randomUUID()}`;
    out += then(last(out), 'assistant', [{ type: 'tool_use', id: call, name, input }]);
    const result = { type: 'tool_result', tool_use_id: call, is_error: true, content: said };
    out += then(last(out), 'user', [result], more);
  };
  fails('Bash', { command: 'make ring' }, 'Exit code 2\nNo rule to make ring.');
  out += then(last(out), 'assistant', text('There is no rule for it.'));
  fails('Bash', { command: 'make water' }, 'Exit code 1\nThe well is dry.');
  const asked = 'Find water for a ring of forty hedges.';
  const task = { subagent_type: 'Explore', description: 'find water', prompt: asked };
  fails('Agent', task, 'It gave up: no spring is near.', { toolUseResult: { agentId: agent } });
  const side = { isSidechain: true, agentId: agent };
  let found = then(null, 'user', text(asked), side);
  found += then(last(found), 'assistant', text('I looked in four valleys, and gave up.'), side);
  out += then(last(out), 'assistant', text('Nobody found water.'));
  await addAgent(id, agent, found);
  await addSession(id, out);
  return id;
}

test('a person who sees nothing and has no mouse reads to the third failure, into its agent, back, and resumes', async ({
  live,
}) => {
  const { page } = live;
  const id = await plant();
  const focus = page.locator(':focus');
  /** The row that a list says the keyboard is on. */
  const row = async () => page.locator(`[id="${(await focus.getAttribute('aria-activedescendant')) ?? ''}"]`);

  await test.step('find the chat', async () => {
    await page.keyboard.press('Control+p');
    await expect(focus).toHaveAccessibleName('Search everything');
    await page.keyboard.type('hedge');
    await expect(live.results.getByRole('option').first()).toHaveAccessibleName(/^Plant the hedge/, inTime);
    await expect(focus).toHaveRole('combobox');
    await expect(await row()).toHaveRole('option');
    await expect(await row()).toHaveAccessibleName(/^Plant the hedge along the wall/);
    await page.keyboard.press('Enter');
    // A turn opens in the thread, a chat in the tree: whichever was found first.
    await page.keyboard.press('Control+2');
    await expect(focus).toHaveRole('tree');
    await expect(page).toHaveTitle(/^Plant the hedge along the wall/);
  });

  await test.step('walk its tree', async () => {
    await expect(live.node(/./)).toHaveCount(3, inTime);
    await page.keyboard.press('Home');
    const places: string[] = [];
    for (const name of [/^In a ring, rather/, /^In rows, please/, /^Plant the hedge along the wall/]) {
      const node = await row();
      await expect(node).toHaveRole('treeitem');
      await expect(node).toHaveAttribute('aria-selected', 'true');
      expect((await node.textContent())?.replace(/[“”]/g, '').trim()).toMatch(name);
      const of = ['level', 'posinset', 'setsize'].map((what) => node.getAttribute(`aria-${what}`));
      places.push((await Promise.all(of)).join(' '));
      await page.keyboard.press('ArrowDown');
    }
    expect(places, 'two ways on from one node').toEqual(['2 1 2', '2 2 2', '1 1 1']);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(live.thread).toContainText('Three rows stand.');
    await page.keyboard.press('ArrowUp');
    await expect(live.thread).toContainText('Nobody found water.');
  });

  await test.step('read to the third failure', async () => {
    await page.keyboard.press('Control+3');
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    for (const failure of [/make ring.*exit 2/s, /make water.*exit 1/s, /find water.*failed/s]) {
      await page.keyboard.press('n');
      await expect(focus).toHaveRole('article');
      await expect(focus).toHaveText(failure);
      await expect(focus).toBeInViewport();
      expect(Number(await focus.getAttribute('aria-posinset'))).toBeGreaterThan(1);
    }
  });

  const way = page.getByRole('navigation', { name: 'Agent' });
  await test.step('open the agent that made it', async () => {
    await page.keyboard.press('Enter');
    await expect(way.getByRole('heading')).toContainText('Explore');
    await expect(live.thread).toContainText('I looked in four valleys, and gave up.');
    await expect(focus).toHaveRole('feed');
  });

  await test.step('come back to where that was', async () => {
    await page.keyboard.press('Escape');
    await expect(way).toHaveCount(0);
    await expect(live.thread.getByRole('article').filter({ hasText: 'find water' })).toBeInViewport();
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  await test.step('resume', async () => {
    await page.keyboard.press('r');
    await expect(page.getByLabel('Command', { exact: true })).toContainText(`--resume ${id}`);
    await expect(focus).toHaveAccessibleName(/^Start/);
    const call = await claudeCallOf(() => page.keyboard.press('Enter'));
    expect(call.argv.slice(-2)).toEqual(['--resume', id]);
  });
});
