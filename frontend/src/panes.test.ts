import { expect, test } from 'vitest';
import { Panes } from './panes';

/** Panes that note where the keyboard was sent. */
function panes(): { panes: Panes; sent: string[] } {
  const all = new Panes();
  const sent: string[] = [];
  for (const name of ['thread', 'search', 'tree'] as const) all.register(name, () => void sent.push(name));
  return { panes: all, sent };
}

test('the keyboard goes where something opens when it is there, not before', async () => {
  const { panes: all, sent } = panes();
  let there: () => void = () => undefined;
  const done = all.focusAfter('thread', new Promise<void>((resolve) => (there = resolve)));
  expect(sent).toEqual([]);
  there();
  await done;
  expect(sent).toEqual(['thread']);
});

test('who has gone elsewhere before it is there stays there', async () => {
  const { panes: all, sent } = panes();
  const done = all.focusAfter('thread', Promise.resolve());
  all.focus('search');
  await done;
  expect(sent).toEqual(['search']);
});

test('a pane that is still to come counts as gone to', async () => {
  const { panes: all, sent } = panes();
  const done = all.focusAfter('thread', Promise.resolve());
  all.focus('find');
  await done;
  expect(sent).toEqual([]);
});

test('of two things that open, the keyboard goes to the one asked for last', async () => {
  const { panes: all, sent } = panes();
  let there: () => void = () => undefined;
  const slow = all.focusAfter('thread', new Promise<void>((resolve) => (there = resolve)));
  await all.focusAfter('tree', Promise.resolve());
  there();
  await slow;
  expect(sent).toEqual(['tree']);
});

test('what does not open takes no keyboard', async () => {
  const { panes: all, sent } = panes();
  await all.focusAfter('thread', Promise.resolve(false));
  expect(sent).toEqual([]);
});
