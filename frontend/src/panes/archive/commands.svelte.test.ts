import { expect, it, vi } from 'vitest';
import { fakeChats } from '../../lib/backend/fake-chats';
import { openedApp } from '../../test/opened';
import { archiveCommands } from './commands';

const now = Date.parse('2026-11-20T14:00:00Z');

it('keep, restore and drop the chat of the menu, else the open one', async () => {
  const chats = fakeChats(now).filter((c) => c.sessions.length < 50);
  const [, other] = chats;
  if (other) other.archived = true;
  const { app, backend } = await openedApp({ now, chats, demo: false, keptChats: [other?.id ?? ''] });
  await app.archive.load();
  const commands = new Map(archiveCommands(app).map((command) => [command.id, command]));
  const run = (id: string) => commands.get(id)?.run();
  const asked = async (id: string) => {
    run(id);
    await vi.waitFor(() => expect(app.archive.plan?.kind).toBe(id));
    await app.archive.run();
  };
  const why = (id: string) => commands.get(id)?.reason?.();
  const open = app.chatId ?? '';
  expect([why('keep'), why('restore')]).toEqual([undefined, 'Claude Code still has this chat']);
  expect(why('drop')).toBe('This chat is not in the archive');
  await asked('keep');
  await vi.waitFor(() => expect(backend.log).toContain(`keep ${open}`));

  app.layers.session = {
    target: { kind: 'chat', chat: other?.id ?? '', session: other?.sessions[0]?.id ?? '' },
    pane: 'sidebar',
    x: 0,
    y: 0,
  };
  expect([why('keep'), why('restore')]).toEqual(['This chat is in the archive only', undefined]);
  expect(why('drop')).toBeUndefined();
  await asked('restore');
  await vi.waitFor(() => expect(backend.log).toContain(`restore ${other?.id}`));
  await asked('drop');
  await vi.waitFor(() => expect(backend.log).toContain(`drop ${other?.id}`));
  expect(app.chatId).toBe(open);
});
