import { describe, expect, it, vi } from 'vitest';
import type { FakeOptions } from '../../lib/backend/fake';
import type { SearchResult } from '../../lib/backend/types';
import { patternsOf } from './patterns';
import wire from '../../../../testdata/wire/search.json';
import broken from '../../../../testdata/wire/search-error.json';
import { held } from '../../test/held';
import { hitEntry, openedApp } from '../../test/opened';

async function open(options: FakeOptions = {}) {
  const { app, backend } = await openedApp(options);
  const { search } = app;
  const ask = async (query: string) => {
    search.ask(query);
    await vi.waitFor(() => expect(search.query.asking.loading).toBe(false));
  };
  return { app, backend, search, ask };
}

describe('the search', () => {
  it('finds what was said, by chat, and then says how much there is', async () => {
    const { search, ask } = await open();
    search.start();
    await ask('bucket');
    expect(search.answers.hits.length).toBeGreaterThan(1);
    expect(search.answers.groups.flatMap((g) => g.hits)).toHaveLength(search.answers.hits.length);
    expect(search.answers.groups[0]?.title).toMatch(/Token bucket/);
    expect(search.answers.more).toBe(search.answers.hits.length === 50);
    await vi.waitFor(() =>
      expect(search.query.asking.total).toBeGreaterThanOrEqual(search.answers.hits.length),
    );
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
    expect(search.query.result?.query).toBe('bucket');
  });

  it('sends of what was pasted by mistake no more than is refused', async () => {
    const { backend, search, ask } = await open();
    const asked: string[] = [];
    const real = backend.search.bind(backend);
    backend.search = (query, ...rest) => {
      asked.push(query);
      return real(query, ...rest);
    };
    await ask('needle '.repeat(15_000));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.length).toBeLessThan(10_000);
    expect(search.query.text.length).toBe(7 * 15_000);
  });

  it('shows a hit beside the list, and goes back to where the reader was when it is left', async () => {
    const { app, search, ask } = await open();
    const before = app.thread.target;
    search.start();
    await ask('bucket');
    search.select(hitEntry(search, search.answers.hits.length - 1), 'now');
    await vi.waitFor(() => expect(app.thread.found).not.toBeNull());
    expect(app.place.canGoBack).toBe(false);
    search.leave();
    await vi.waitFor(() => expect(app.thread.target).toEqual(before));
    expect(app.thread.patterns).toEqual([]);
  });

  it('goes to a hit, opens what holds it, and back leads to the results', async () => {
    const { app, search, ask } = await open();
    search.start();
    await ask('bucket');
    await search.openEntry(hitEntry(search, 0));
    expect(search.open).toBe(false);
    const row = app.thread.found?.rows[0] ?? -1;
    await vi.waitFor(() => expect(app.thread.opened.isOpen(`r${String(row)}`)).toBe(true));
    expect(app.settings.value.recentSearches).toEqual(['bucket']);
    app.nav.back();
    expect(search.open).toBe(true);
    expect(search.query.text).toBe('bucket');
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
    expect(search.query.quick.turns.value?.query).toBe('bucket');
    expect(app.settings.value.recentSearches).toEqual(['bucket']);
    await ask('zzqqq xxyyq');
    expect(await search.pick()).toBeUndefined();
  });

  it('asks again when it is opened again, and stays at its hit', async () => {
    const { app, backend, search, ask } = await open();
    search.start();
    await ask('bucket');
    search.select(hitEntry(search, 1), 'now');
    const looked = search.answers.hits[1];
    app.place.settle({ search: null });
    const spy = vi.spyOn(backend, 'search');
    search.start();
    await vi.waitFor(() => expect(search.query.asking.loading).toBe(false));
    expect(spy).toHaveBeenCalled();
    expect(search.answers.hit).toEqual(looked);
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
    await vi.waitFor(() => expect(search.query.result?.scanned).toBe(true));
    const spy = vi.spyOn(backend, 'search');
    search.grew();
    await new Promise((done) => setTimeout(done, 1_000));
    expect(spy).not.toHaveBeenCalled();
  });

  it('shows hits as they come, and counts on', async () => {
    const { backend, search } = await open();
    search.answers.sort = 'time';
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
    await vi.waitFor(() => expect(search.query.result?.blocks).toBe(9));
    expect(search.answers.hits).toEqual([]);
    expect(search.query.asking.loading).toBe(false);
    await on();
    await vi.waitFor(() => expect(search.answers.hits).toHaveLength(1));
    search.select(hitEntry(search, 0));
    const looked = search.answers.hits[0];
    await on();
    await vi.waitFor(() => expect(search.query.result?.counted).toBe(40));
    expect(search.answers.hit).toEqual(looked); // which is the second now
    expect(search.answers.hits.findIndex((hit) => hit === search.answers.hit)).toBe(1);
    expect(search.query.asking.total).toBeNull();
    await on();
    await vi.waitFor(() => expect(search.query.asking.total).toBe(90));
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
    await vi.waitFor(() => expect(search.answers.hits.length).toBeGreaterThan(0));
    search.ask('buckets');
    expect(signals[0]?.aborted).toBe(true);
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    await vi.waitFor(() => expect(search.query.asking.loading).toBe(false));
    search.ask('');
    expect(signals[1]?.aborted).toBe(true);
    search.ask('bucket');
    await vi.waitFor(() => expect(signals).toHaveLength(3));
    await vi.waitFor(() => expect(search.query.asking.loading).toBe(false));
    await search.openEntry(hitEntry(search, 0));
    expect(signals[2]?.aborted).toBe(true);
    const { hits } = search.answers;
    app.nav.back();
    expect(search.open).toBe(true);
    expect(search.answers.hits).toEqual(hits);
    await vi.waitFor(() => expect(signals).toHaveLength(4));
    search.leave();
    expect(signals[3]?.aborted).toBe(true);
  });

  it('lists every hit once, by chat, and looks at the one that is wanted', async () => {
    const { search, ask } = await open();
    search.answers.sort = 'time';
    await ask('the');
    const listed = search.answers.groups.flatMap((g) => g.hits.map((h) => h.index));
    expect(listed).toEqual(search.answers.hits.map((_, i) => i));
    expect(search.answers.hits).toHaveLength(search.query.result?.hits.length ?? -1);
    search.select(hitEntry(search, search.answers.hits.length - 1));
    expect(search.answers.hit).toEqual(search.answers.groups.at(-1)?.hits.at(-1)?.hit);
  });

  it('lists the best hit of each chat, and all of one that is unfolded', async () => {
    const { app, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.query.result?.complete).toBe(true));
    const several = search.answers.groups.find(({ count }) => count > 1);
    expect(search.answers.groups.every(({ hits }) => hits.length === 1)).toBe(true);
    const last = search.answers.hits.length - 1;
    search.select(hitEntry(search, last));
    const looked = search.answers.hit;
    await search.answers.toggleChat(several?.chat ?? '');
    expect(search.answers.groups.find(({ unfolded }) => unfolded)?.hits).toHaveLength(several?.count ?? -1);
    expect(search.answers.hit, 'the one that is looked at stays that').toEqual(looked);
    await search.answers.toggleChat(several?.chat ?? '');
    expect(search.answers.groups.every(({ hits }) => hits.length === 1)).toBe(true);
    expect(search.answers.hits.findIndex((hit) => hit === search.answers.hit)).toBe(last);
    search.answers.sort = 'time';
    expect(app.settings.value.searchSort).toBe('time');
  });

  it('unfolds every chat that was asked for, whichever answer comes first', async () => {
    const { backend, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.query.result?.complete).toBe(true));
    const [one, two] = search.answers.groups.filter(({ count }) => count > 1).map(({ chat }) => chat);
    const asked = held(backend, 'search');
    void search.answers.toggleChat(one ?? '');
    void search.answers.toggleChat(two ?? '');
    expect(search.answers.groups.some(({ unfolded }) => unfolded)).toBe(false);
    await asked.at(1).answer();
    await asked.at(0).answer();
    expect(search.answers.groups.filter(({ unfolded }) => unfolded).map(({ chat }) => chat)).toEqual([
      one,
      two,
    ]);
  });

  it('unfolds a chat also while the whole is asked for again, and says where it cannot', async () => {
    const { app, backend, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.query.result?.complete).toBe(true));
    const chat = search.answers.groups.find(({ count }) => count > 1)?.chat ?? '';
    const unfolding = search.answers.toggleChat(chat);
    await search.query.asking.again(); // the history went on
    await unfolding;
    expect(search.answers.groups.find(({ unfolded }) => unfolded)?.chat).toBe(chat);
    await search.answers.toggleChat(chat);
    const asked = held(backend, 'search');
    void search.answers.toggleChat(chat);
    await asked.at(0).fail('the index is torn');
    expect(app.message.text).toBe('Could not show all matches in this chat: the index is torn');
    expect(search.answers.groups.some(({ unfolded }) => unfolded)).toBe(false);
    void search.answers.toggleChat(chat);
    search.ask('bucket');
    await asked.at(1).answer();
    expect(
      search.answers.groups.some(({ unfolded }) => unfolded),
      'it was asked for other words',
    ).toBe(false);
  });

  it('shows the answer of before while the next one is on its way, and where that fails', async () => {
    const { backend, search, ask } = await open();
    search.start('bucket');
    await ask('bucket');
    await vi.waitFor(() => expect(search.query.asking.phase).toBe('answered'));
    const before = search.answers.hits;
    const asked = held(backend, 'search');
    search.ask('limit');
    await vi.waitFor(() => expect(asked.asked).toBe(1));
    expect([search.query.asking.pending, search.query.asking.loading, search.answers.hits]).toEqual([
      true,
      true,
      before,
    ]);
    await asked.at(0).fail('the index is torn');
    expect([search.query.asking.phase, search.query.asking.error]).toEqual(['failed', 'the index is torn']);
    void search.query.asking.again();
    expect([search.query.asking.phase, search.query.asking.loading]).toEqual(['asked', true]);
    await asked.at(1).answer();
    expect([search.query.asking.phase, search.query.asking.error, search.query.result?.query]).toEqual([
      'answered',
      null,
      'limit',
    ]);
  });

  it('keeps to the project or the chat that is open', async () => {
    const { app, search, ask } = await open();
    await ask('the');
    await vi.waitFor(() => expect(search.query.asking.total).not.toBeNull());
    const everywhere = search.query.asking.total ?? 0;
    search.setScope('chat');
    await vi.waitFor(() => expect(search.query.asking.total ?? everywhere).toBeLessThan(everywhere));
    expect(search.answers.hits.every((hit) => hit.chat === app.chatId)).toBe(true);
  });

  it('keeps a search until it is forgotten', async () => {
    const { app, search, ask } = await open();
    await ask('bucket');
    search.answers.past.toggle(search.query.text);
    expect(app.settings.value.savedSearches).toEqual(['bucket']);
    expect(search.answers.past.isSaved('bucket ')).toBe(true);
    search.answers.past.toggle(search.query.text);
    expect(app.settings.value.savedSearches).toEqual([]);
  });

  it('says why it failed, and what is wrong with a query', async () => {
    const { backend, search, ask } = await open({ failing: { search: 'the index is gone' } });
    await ask('bucket');
    expect(search.query.asking.error).toContain('the index is gone');
    backend.fix();
    await ask('/(');
    expect(search.query.asking.error).toBeNull();
    expect(search.query.result?.problem?.message).toContain('no regular expression');
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
    expect(search.query.asking.named).toEqual({ chat: chat.id, session, record: '' });
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
