import { describe, expect, it, vi } from 'vitest';
import type { FakeOptions } from '../../lib/backend/fake';
import type { SearchResult } from '../../lib/backend/types';
import { patternsOf } from './patterns';
import wire from '../../../../testdata/wire/search.json';
import broken from '../../../../testdata/wire/search-error.json';
import { held } from '../../test/held';
import { openedApp } from '../../test/opened';

async function open(options: FakeOptions = {}) {
  const { app, backend } = await openedApp(options);
  const { search } = app;
  const ask = async (query: string) => {
    search.ask(query);
    await vi.waitFor(() => expect(search.asking.loading).toBe(false));
  };
  return { app, backend, search, ask };
}

describe('the search', () => {
  it('finds what was said, by chat, and then says how much there is', async () => {
    const { search, ask } = await open();
    search.start();
    await ask('bucket');
    expect(search.hits.length).toBeGreaterThan(1);
    expect(search.groups.flatMap((g) => g.hits)).toHaveLength(search.hits.length);
    expect(search.groups[0]?.title).toMatch(/Token bucket/);
    expect(search.more).toBe(search.hits.length === 50);
    await vi.waitFor(() => expect(search.asking.total).toBeGreaterThanOrEqual(search.hits.length));
  });

  it('keeps the answer to the last keystroke only', async () => {
    const { backend, search, ask } = await open();
    const asked: string[] = [];
    const real = backend.search.bind(backend);
    backend.search = (query, ...rest) => {
      asked.push(query);
      return real(query, ...rest);
    };
    for (const query of ['b', 'bu', 'buc', 'buck']) search.ask(query);
    await ask('bucket');
    expect(new Set(asked)).toEqual(new Set(['bucket']));
    expect(search.result?.query).toBe('bucket');
  });

  it('sends of what was pasted by mistake no more than is refused', async () => {
    const { backend, search, ask } = await open();
    const asked: string[] = [];
    const real = backend.search.bind(backend);
    backend.search = (query, ...rest) => {
      asked.push(query);
      return real(query, ...rest);
    };
    await ask('needle '.repeat(150_000));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.length).toBeLessThan(10_000);
    expect(search.query).toHaveLength(7 * 150_000);
  });

  it('shows a hit beside the list, and goes back to where the reader was when it is left', async () => {
    const { app, search, ask } = await open();
    const before = app.thread.target;
    search.start();
    await ask('bucket');
    search.look(search.hits.length - 1, 'now');
    await vi.waitFor(() => expect(app.thread.shown).not.toBeNull());
    expect(app.place.canGoBack).toBe(false);
    search.leave();
    await vi.waitFor(() => expect(app.thread.target).toEqual(before));
    expect(app.thread.patterns).toEqual([]);
  });

  it('goes to a hit, opens what holds it, and back leads to the results', async () => {
    const { app, search, ask } = await open();
    search.start();
    await ask('bucket');
    await search.go(0);
    expect(search.open).toBe(false);
    const row = app.thread.shown?.rows[0] ?? -1;
    await vi.waitFor(() => expect(app.thread.opened.isOpen(`r${String(row)}`)).toBe(true));
    expect(app.settings.value.recentSearches).toEqual(['bucket']);
    app.nav.back();
    expect(search.open).toBe(true);
    expect(search.query).toBe('bucket');
    app.nav.forward();
    await vi.waitFor(() => expect(search.open).toBe(false));
  });

  it('goes to the hit of what was typed, also before its answer is there', async () => {
    const { app, search, ask } = await open();
    search.start();
    await ask('the');
    search.ask('bucket');
    const best = await search.pick();
    expect(best?.kind).toBe('turn');
    if (best) expect(await search.openEntry(best)).toBe(true);
    expect(search.quick.turns.value?.query).toBe('bucket');
    expect(app.settings.value.recentSearches).toEqual(['bucket']);
    await ask('zzqqq xxyyq');
    expect(await search.pick()).toBeUndefined();
  });

  it('asks again when it is opened again, and stays at its hit', async () => {
    const { app, backend, search, ask } = await open();
    search.start();
    await ask('bucket');
    search.look(1, 'now');
    const looked = search.hits[1];
    app.place.settle({ search: null });
    const spy = vi.spyOn(backend, 'search');
    search.start();
    await vi.waitFor(() => expect(search.asking.loading).toBe(false));
    expect(spy).toHaveBeenCalled();
    expect(search.hit).toEqual(looked);
  });

  it('asks again while the history is being read, until it is', async () => {
    const { backend, search, ask } = await open();
    const real = backend.search.bind(backend);
    let scanned = false;
    backend.search = async (...args) => ({ ...(await real(...args)), scanned });
    search.start();
    await ask('bucket');
    scanned = true;
    search.grew();
    await vi.waitFor(() => expect(search.result?.scanned).toBe(true));
    const spy = vi.spyOn(backend, 'search');
    search.grew();
    await new Promise((done) => setTimeout(done, 1_000));
    expect(spy).not.toHaveBeenCalled();
  });

  it('shows hits as they come, and counts on', async () => {
    const { backend, search } = await open();
    search.sort = 'time';
    const real = backend.search.bind(backend);
    const step: (() => void)[] = [];
    const next = () => new Promise<void>((go) => step.push(go));
    backend.search = async (query, scope, limit, told, signal) => {
      const result = await real(query, scope, limit, () => undefined, signal);
      const part = { ...result, complete: false, total: null, chats: undefined };
      told({ ...part, settled: false, hits: [], counted: 0, looked: 1, blocks: 9 });
      await next();
      told({ ...part, settled: false, hits: result.hits.slice(1, 2), counted: 1 });
      await next();
      told({ ...part, settled: true, counted: 40 });
      await next();
      return { ...result, total: 90 };
    };
    const on = async () => {
      await vi.waitFor(() => expect(step).toHaveLength(1));
      step.splice(0).forEach((go) => go());
    };
    search.start();
    search.ask('bucket');
    await vi.waitFor(() => expect(search.result?.blocks).toBe(9));
    expect(search.hits).toEqual([]);
    expect(search.asking.loading).toBe(false);
    await on();
    await vi.waitFor(() => expect(search.hits).toHaveLength(1));
    search.look(0);
    const looked = search.hits[0];
    await on();
    await vi.waitFor(() => expect(search.result?.counted).toBe(40));
    expect(search.hit).toEqual(looked); // which is the second now
    expect(search.hits.findIndex((hit) => hit === search.hit)).toBe(1);
    expect(search.asking.total).toBeNull();
    await on();
    await vi.waitFor(() => expect(search.asking.total).toBe(90));
  });

  it('ends the count with the next key, and when it is left, and asks again when it comes back', async () => {
    const { app, backend, search } = await open();
    const real = backend.search.bind(backend);
    const signals: AbortSignal[] = [];
    backend.search = async (query, scope, limit, told, signal) => {
      if (signal) signals.push(signal);
      const result = await real(query, scope, limit, () => undefined, signal);
      told({ ...result, complete: false, total: null });
      return new Promise(() => undefined);
    };
    search.start();
    search.ask('bucket');
    await vi.waitFor(() => expect(search.hits.length).toBeGreaterThan(0));
    search.ask('buckets');
    expect(signals[0]?.aborted).toBe(true);
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    await vi.waitFor(() => expect(search.asking.loading).toBe(false));
    search.ask('');
    expect(signals[1]?.aborted).toBe(true);
    search.ask('bucket');
    await vi.waitFor(() => expect(signals).toHaveLength(3));
    await vi.waitFor(() => expect(search.asking.loading).toBe(false));
    await search.go(0);
    expect(signals[2]?.aborted).toBe(true);
    const { hits } = search;
    app.nav.back();
    expect(search.open).toBe(true);
    expect(search.hits).toEqual(hits);
    await vi.waitFor(() => expect(signals).toHaveLength(4));
    search.leave();
    expect(signals[3]?.aborted).toBe(true);
  });

  it('lists every hit once, by chat, and looks at the one that is wanted', async () => {
    const { search, ask } = await open();
    search.sort = 'time';
    await ask('the');
    const listed = search.groups.flatMap((g) => g.hits.map((h) => h.index));
    expect(listed).toEqual(search.hits.map((_, i) => i));
    expect(search.hits).toHaveLength(search.result?.hits.length ?? -1);
    search.look(search.hits.length - 1);
    expect(search.hit).toEqual(search.groups.at(-1)?.hits.at(-1)?.hit);
  });

  it('lists the best hit of each chat, and all of one that is unfolded', async () => {
    const { app, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.result?.complete).toBe(true));
    const several = search.groups.find(({ count }) => count > 1);
    expect(search.groups.every(({ hits }) => hits.length === 1)).toBe(true);
    const last = search.hits.length - 1;
    search.look(last);
    const looked = search.hit;
    await search.toggleChat(several?.chat ?? '');
    expect(search.groups.find(({ unfolded }) => unfolded)?.hits).toHaveLength(several?.count ?? -1);
    expect(search.hit, 'the one that is looked at stays that').toEqual(looked);
    await search.toggleChat(several?.chat ?? '');
    expect(search.groups.every(({ hits }) => hits.length === 1)).toBe(true);
    expect(search.hits.findIndex((hit) => hit === search.hit)).toBe(last);
    search.sort = 'time';
    expect(app.settings.value.searchSort).toBe('time');
  });

  it('unfolds every chat that was asked for, whichever answer comes first', async () => {
    const { backend, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.result?.complete).toBe(true));
    const [one, two] = search.groups.filter(({ count }) => count > 1).map(({ chat }) => chat);
    const asked = held(backend, 'search');
    void search.toggleChat(one ?? '');
    void search.toggleChat(two ?? '');
    expect(search.groups.some(({ unfolded }) => unfolded)).toBe(false);
    await asked.at(1).answer();
    await asked.at(0).answer();
    expect(search.groups.filter(({ unfolded }) => unfolded).map(({ chat }) => chat)).toEqual([one, two]);
  });

  it('unfolds a chat also while the whole is asked for again, and says where it cannot', async () => {
    const { app, backend, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.result?.complete).toBe(true));
    const chat = search.groups.find(({ count }) => count > 1)?.chat ?? '';
    const unfolding = search.toggleChat(chat);
    await search.asking.again(); // the history went on
    await unfolding;
    expect(search.groups.find(({ unfolded }) => unfolded)?.chat).toBe(chat);
    await search.toggleChat(chat);
    const asked = held(backend, 'search');
    void search.toggleChat(chat);
    await asked.at(0).fail('the index is torn');
    expect(app.message.text).toBe('Could not show all matches in this chat: the index is torn');
    expect(search.groups.some(({ unfolded }) => unfolded)).toBe(false);
    void search.toggleChat(chat);
    search.ask('bucket');
    await asked.at(1).answer();
    expect(
      search.groups.some(({ unfolded }) => unfolded),
      'it was asked for other words',
    ).toBe(false);
  });

  it('shows the answer of before while the next one is on its way, and where that fails', async () => {
    const { backend, search, ask } = await open();
    search.start('bucket');
    await ask('bucket');
    await vi.waitFor(() => expect(search.asking.phase).toBe('answered'));
    const before = search.hits;
    const asked = held(backend, 'search');
    search.ask('limit');
    await vi.waitFor(() => expect(asked.asked).toBe(1));
    expect([search.asking.pending, search.asking.loading, search.hits]).toEqual([true, true, before]);
    await asked.at(0).fail('the index is torn');
    expect([search.asking.phase, search.asking.error]).toEqual(['failed', 'the index is torn']);
    void search.asking.again();
    expect([search.asking.phase, search.asking.loading]).toEqual(['asked', true]);
    await asked.at(1).answer();
    expect([search.asking.phase, search.asking.error, search.result?.query]).toEqual([
      'answered',
      null,
      'limit',
    ]);
  });

  it('keeps to the project or the chat that is open', async () => {
    const { app, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.asking.total).not.toBeNull());
    const everywhere = search.asking.total ?? 0;
    search.setScope('chat');
    await vi.waitFor(() => expect(search.asking.total ?? everywhere).toBeLessThan(everywhere));
    expect(search.hits.every((hit) => hit.chat === app.chatId)).toBe(true);
  });

  it('keeps a search until it is forgotten', async () => {
    const { app, search, ask } = await open();
    await ask('bucket');
    search.past.toggle(search.query);
    expect(app.settings.value.savedSearches).toEqual(['bucket']);
    expect(search.past.isSaved('bucket ')).toBe(true);
    search.past.toggle(search.query);
    expect(app.settings.value.savedSearches).toEqual([]);
  });

  it('says why it failed, and what is wrong with a query', async () => {
    const { backend, search, ask } = await open({ failing: { search: 'the index is gone' } });
    await ask('bucket');
    expect(search.asking.error).toContain('the index is gone');
    backend.fix();
    await ask('/(');
    expect(search.asking.error).toBeNull();
    expect(search.result?.problem?.message).toContain('no regular expression');
  });

  it('leads to what an id names', async () => {
    const { app, backend, search, ask } = await open();
    const chat = app.sidebar.chats[1];
    if (!chat) throw new Error('no second chat');
    const tree = await backend.chat(chat.id);
    const session = tree.sessions[0]?.id ?? '';
    backend.search = (query) =>
      Promise.resolve({ ...(wire as unknown as SearchResult), query, id: session, hits: [], total: 0 });
    await ask(`dendro://${session}`);
    expect(search.asking.named).toEqual({ chat: chat.id, session, record: '' });
    const best = await search.pick();
    expect(best?.kind).toBe('named');
    if (best) await search.openEntry(best);
    expect(app.chatId).toBe(chat.id);
  });
});

it('marks the words and phrases of a query, and not what must be missing', () => {
  const spans: SearchResult['spans'] = [
    { from: 0, to: 4, kind: 'word' },
    { from: 5, to: 10, kind: 'phrase' },
    { from: 11, to: 12, kind: 'not' },
    { from: 12, to: 15, kind: 'word' },
    { from: 16, to: 20, kind: 'regex' },
  ];
  const start = '(?<![\\p{L}\\p{N}])';
  expect(patternsOf('rate "a b" -not /x+/', spans).map((p) => p.source)).toEqual([`${start}rate`, 'a\\s+b']);
  const [rate] = patternsOf('rate', [{ from: 0, to: 4, kind: 'word' }]);
  expect('berate, rates, élrate, a_rate, rate'.match(rate ?? /^$/g)).toHaveLength(3);
  const [kana] = patternsOf('検索', [{ from: 0, to: 2, kind: 'word' }]);
  expect('全文検索'.match(kana ?? /^$/g), 'a script without spaces').toHaveLength(1);
  const filler = patternsOf('the rate', [{ from: 0, to: 3, kind: 'word' }], [], new Set(['rate']));
  expect(filler, 'the engine ignores this word').toEqual([]);
  const hit = (snippet: string, ...ranges: [number, number][]) =>
    ({ snippet, ranges }) as unknown as SearchResult['hits'][number];
  const hits = [hit('…a xx b', [3, 5]), hit('𝒳 xxx  y xx', [2, 5], [9, 11]), hit('none')];
  expect(patternsOf('/x+/', [{ from: 0, to: 4, kind: 'regex' }], hits).map((p) => p.source)).toEqual([
    'xx',
    'xxx',
  ]);
  expect(patternsOf('xx', [{ from: 0, to: 2, kind: 'word' }], hits)).toHaveLength(1);
  expect(patternsOf('/lim(/', (broken as SearchResult).spans)).toEqual([]);
});
