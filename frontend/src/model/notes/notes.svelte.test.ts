import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { AppState } from '../app.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

/** A window with its first chat open, and its first prompt. */
async function opened(options: FakeOptions = {}) {
  const backend = fakeBackend(options);
  let app = undefined as unknown as AppState;
  end = $effect.root(() => {
    app = new AppState(backend);
  });
  await app.sidebar.load();
  const chat = app.sidebar.chats[0]?.id ?? '';
  await app.nav.wish({ chat });
  await vi.waitFor(() => expect(app.thread.skeleton).not.toBeNull());
  const row = await app.thread.pages.readRow(0);
  const session = app.thread.target?.session ?? '';
  return { app, backend, chat, session, record: row?.uuid ?? '' };
}

it('bookmarks a record at once, and edits its note the second time', async () => {
  const { app, session, record } = await opened();
  const { notes } = app;
  await notes.bookmark(session, record);
  expect(notes.editing).toBeNull();
  expect(app.message.text).toMatch(/Bookmarked/);
  expect(notes.byRecord.get(record)?.note).toBe('');
  notes.follow();
  await vi.waitFor(() => expect(notes.rows.get(record)).toBe(0));

  await notes.bookmark(session, record);
  expect(notes.before).toBe(true);
  notes.note = 'look at the proxy';
  notes.tagText = '#a, b';
  await notes.save();
  expect(notes.editing).toBeNull();
  expect(notes.byRecord.get(record)).toMatchObject({ note: 'look at the proxy', tags: ['a', 'b'] });

  await notes.bookmark(session, record);
  await notes.save(false);
  expect(notes.byRecord.has(record)).toBe(false);
  notes.follow();
  expect(notes.rows.size).toBe(0);
});

it('names a chat everywhere, and gives it its title back', async () => {
  const { app, chat } = await opened();
  const { notes, sidebar, tree } = app;
  const title = sidebar.titleOf(chat);
  notes.edit({ of: 'chat', chat });
  expect([notes.before, notes.name]).toEqual([false, title]);
  await notes.save();
  expect(sidebar.byId.get(chat), 'a title that was left as it is').toMatchObject({ title, titled: '' });
  notes.edit({ of: 'chat', chat });
  notes.name = 'Upload limits';
  notes.toggleTag('release');
  notes.toggleTag('later');
  notes.toggleTag('later');
  await notes.save();
  expect(sidebar.byId.get(chat)).toMatchObject({ title: 'Upload limits', titled: title, tags: ['release'] });
  expect(tree.tree?.title).toBe('Upload limits');
  expect(notes.tags).toEqual(['release']);
  notes.edit({ of: 'chat', chat });
  expect([notes.before, notes.name, notes.tagText]).toEqual([true, 'Upload limits', 'release']);
  await notes.save(false);
  expect(sidebar.titleOf(chat)).toBe(title);
});

it('names a branch in the tree', async () => {
  const { app } = await opened();
  const segment = app.tree.tree?.segments.at(-1);
  if (!segment) throw new Error('no branch');
  app.notes.edit({ of: 'branch', session: segment.session, record: segment.first });
  app.notes.name = 'The other way';
  await app.notes.save();
  expect(app.tree.branches.titleOf(segment)).toBe('The other way');
});

it('stars several chats, and takes the stars of those that all have one', async () => {
  const { app } = await opened();
  const ids = app.sidebar.chats.slice(0, 2).map((c) => c.id);
  const starred = () => ids.map((id) => app.sidebar.byId.get(id)?.starred);
  const starring = app.notes.toggleStar(...ids);
  expect(starred()).toEqual([true, true]);
  await starring;
  expect(starred()).toEqual([true, true]);
  await app.notes.toggleStar(...ids);
  expect(starred()).toEqual([false, false]);
});

it('changes the tags that several chats have in common, and leaves the others', async () => {
  const { app, backend } = await opened();
  const ids = app.sidebar.chats.slice(0, 2).map((c) => c.id);
  const [one = '', two = ''] = ids;
  await backend.tagChats(
    ids,
    ['common', 'done'],
    app.sidebar.chats.flatMap(({ tags }) => [...tags]),
  );
  await backend.tagChats([one], ['own'], []);
  await app.sidebar.load();
  const names = ids.map((id) => app.sidebar.byId.get(id)?.title);
  app.notes.edit({ of: 'chats', chats: ids });
  expect(app.notes.tagText.split(' ').sort()).toEqual(['common', 'done']);
  app.notes.tagText = 'common #new';
  await app.notes.save();
  expect(app.notes.editing).toBeNull();
  const tags = (id: string) => [...(app.sidebar.byId.get(id)?.tags ?? [])].sort();
  expect([tags(one), tags(two)]).toEqual([
    ['common', 'new', 'own'],
    ['common', 'new'],
  ]);
  expect(ids.map((id) => app.sidebar.byId.get(id)?.title)).toEqual(names);
});

it('says why something is not kept, and loses nothing that was written', async () => {
  const failing = {
    noteChat: 'the disk is full',
    starChats: 'the disk is full',
    noteRecord: 'the disk is full',
  };
  const { app, chat, session, record } = await opened({ failing });
  app.notes.edit({ of: 'chat', chat });
  app.notes.note = 'long thoughts';
  await app.notes.save();
  expect(app.notes.editing).not.toBeNull();
  expect([app.notes.error, app.notes.note]).toEqual(['the disk is full', 'long thoughts']);
  const saved = app.notes.save();
  app.notes.close();
  await saved;
  expect(app.notes.editing, 'it opens again').not.toBeNull();
  expect([app.notes.error, app.notes.note]).toEqual(['the disk is full', 'long thoughts']);
  app.notes.close();
  const before = app.sidebar.byId.get(chat)?.starred;
  await app.notes.toggleStar(chat);
  expect(app.sidebar.byId.get(chat)?.starred).toBe(before);
  expect(app.message.text).toContain('the disk is full');
  app.message.text = '';
  await app.notes.bookmark(session, record);
  expect(app.message.text).toContain('the disk is full');
});

it('lists everything, filtered by words, and merges another machine’s file', async () => {
  const { app, chat, session, record } = await opened();
  await app.notes.bookmark(session, record);
  app.notes.edit({ of: 'chat', chat });
  app.notes.note = 'look at the proxy';
  await app.notes.save();
  await app.notes.show();
  expect(app.notes.open).toBe(true);
  const all = app.notes.found.length;
  expect(all).toBeGreaterThan(1);
  app.notes.query = 'proxy';
  expect(app.notes.found.map((n) => n.of)).toEqual(['chat']);
  await app.notes.import();
  expect(app.message.text).toBe('2 changes imported');
  await app.notes.export();
  expect(app.message.text).toBe('Saved as dendro-notes.json');
});

it('keeps what was written when the editor is closed without a decision, and forgets it otherwise', async () => {
  const { app, chat, session, record } = await opened();
  const { notes } = app;
  const about = { of: 'chat', chat } as const;
  notes.edit(about);
  notes.note = 'half a thought';
  notes.close();
  notes.edit({ of: 'record', session, record });
  expect(notes.note, 'of something else').toBe('');
  notes.discard();
  notes.edit(about);
  expect(notes.note, 'only the last one is kept').toBe('');
  notes.note = 'half a thought';
  notes.close();
  notes.edit(about);
  expect(notes.note).toBe('half a thought');
  notes.discard();
  notes.edit(about);
  expect(notes.note).toBe('');
  notes.note = 'a whole one';
  await notes.save();
  notes.edit(about);
  expect(notes.note).toBe('a whole one');
});
