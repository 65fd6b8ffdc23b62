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
