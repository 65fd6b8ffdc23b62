import { expect, it } from 'vitest';
import { AppState } from '../model/app.svelte';
import { windowCommands } from './commands';
import { AtHand } from '../panes/thread/at-hand';
import { fakeBackend } from '../lib/backend/fake';

it('gives every key to one command, and every command a name of its own', () => {
  const app = new AppState(fakeBackend());
  const commands = windowCommands(app, new AtHand(app));
  const everywhere = commands.filter((c) => !c.local).flatMap((c) => c.keys ?? []);
  expect(everywhere.filter((key, i) => everywhere.indexOf(key) !== i)).toEqual([]);
  const ids = commands.map((c) => c.id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

it('gives each branch a line of its own, and takes it back, where branches share one', () => {
  const app = new AppState(fakeBackend());
  const spread = windowCommands(app, new AtHand(app)).find(({ id }) => id === 'tree-spread');
  expect(spread?.reason?.()).toBe('Each branch has its own line');
  spread?.run();
  expect(app.tree.spread).toBe(true);
  spread?.run();
  expect(app.tree.spread).toBe(false);
});
