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
  expect(app.tree.view.spread).toBe(true);
  spread?.run();
  expect(app.tree.view.spread).toBe(false);
});

it('opens the project of the open chat in the editor and the file manager', () => {
  const backend = fakeBackend();
  const app = new AppState(backend);
  const run = (id: string) => windowCommands(app, new AtHand(app)).find((c) => c.id === id);
  expect(run('project-editor')?.reason?.()).toBe('No chat is open');
  app.layers.session = {
    pane: 'sidebar',
    target: { kind: 'chat', chat: 'c1', session: 's1' },
    x: 0,
    y: 0,
  };
  run('project-editor')?.run();
  run('project-files')?.run();
  expect(backend.log).toEqual(['open project of c1 in editor', 'open project of c1 in file manager']);
});
