import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Backend } from './backend';
import { defaults } from './defaults';
import type { FilterResult, SearchResult } from './types';
import { wailsBackend } from './wails';

const asked: string[] = [];
/** What the engine answers next, else nothing that matters. */
let answers: unknown[] = [];
const bound: [name: string, ...args: unknown[]][] = [];
const rejecting = new Map<string, unknown>();
/** Who listens to which event of the window. */
const ears = new Map<string, ((data?: unknown) => void)[]>();
const emitted: string[] = [];

const methods = new Proxy(
  {},
  {
    get:
      (_, name: string) =>
      (...args: unknown[]) => {
        bound.push([name, ...args]);
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as Wails does
        return rejecting.has(name) ? Promise.reject(rejecting.get(name)) : Promise.resolve(`${name} done`);
      },
  },
);
/** The objects that the window binds, all with every method. */
const engine = {
  main: { App: methods },
  window: {
    ArchiveMethods: methods,
    FileMethods: methods,
    NoteMethods: methods,
    ResumeMethods: methods,
    SettingsMethods: methods,
  },
};
const runtime = {
  EventsOnMultiple: (name: string, hear: (data?: unknown) => void) => {
    ears.set(name, [...(ears.get(name) ?? []), hear]);
    return () =>
      ears.set(
        name,
        (ears.get(name) ?? []).filter((one) => one !== hear),
      );
  },
  EventsEmit: (name: string) => emitted.push(name),
  WindowSetTitle: (title: string) => emitted.push(`title ${title}`),
};
const emit = (name: string, data?: unknown) => ears.get(name)?.forEach((hear) => hear(data));

beforeEach(() => {
  for (const list of [asked, bound, emitted]) list.length = 0;
  answers = [];
  rejecting.clear();
  ears.clear();
  vi.stubGlobal('go', engine);
  vi.stubGlobal('runtime', runtime);
  vi.stubGlobal(
    'fetch',
    vi.fn((path: string) => {
      asked.push(path);
      const body = answers.length > 0 ? answers.shift() : { turns: {}, work: [], chats: [] };
      return Promise.resolve(new Response(JSON.stringify(body)));
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const never = new AbortController().signal;
const near = { at: 'end', page: 100 } as const;
const READS: [path: string, ask: (of: Backend, signal?: AbortSignal) => Promise<unknown>][] = [
  ['/api/state', (b, s) => b.state(s)],
  ['/api/chats', (b, s) => b.chats(s)],
  ['/api/chats/c%2F1', (b, s) => b.chat('c/1', s)],
  ['/api/chats/c1/touched', (b, s) => b.touched('c1', s)],
  ['/api/compare?a=s1&aTip=t1&b=s2&bTip=t2', (b, s) => b.compare(end('1'), end('2'), s)],
  ['/api/activity', (b, s) => b.activity(s)],
  ['/api/details', (b, s) => b.details(s)],
  ['/api/sessions/s1/thread', (b, s) => b.thread('s1', '', s)],
  [
    '/api/sessions/s1/thread?tip=t1&near=end&page=100&internal=1',
    (b, s) => b.thread('s1', 't1', s, near, true),
  ],
  ['/api/sessions/s1/rows?tip=t1&from=0&count=100', (b, s) => b.rows('s1', 't1', 0, 100, s)],
  ['/api/sessions/s1/turns?tip=t1&from=5&count=9&internal=1', (b, s) => b.turns('s1', 't1', 5, 9, s, true)],
  ['/api/sessions/s1/work?tip=t1&from=5&count=9', (b, s) => b.work('s1', 't1', 5, 9, s)],
  ['/api/sessions/s1/agents/a1/thread', (b, s) => b.agentThread('s1', { agent: 'a1' }, s)],
  ['/api/sessions/s1/sidechains/u1/thread', (b, s) => b.agentThread('s1', { first: 'u1' }, s)],
  ['/api/sessions/s1/agents/a1/rows?from=0&count=60', (b, s) => b.agentRows('s1', { agent: 'a1' }, 0, 60, s)],
  ['/api/sessions/s1/sidechains/u1/find?q=a+b', (b, s) => b.agentFind('s1', { first: 'u1' }, 'a b', s)],
  ['/api/sessions/s1/figures?scope=chat', (b, s) => b.figures('s1', 'chat', s)],
  ['/api/sessions/s1/commands?tip=t1', (b, s) => b.commands('s1', 't1', s)],
  ['/api/sessions/s1/beside?tip=t1', (b, s) => b.beside('s1', 't1', s)],
  ['/api/sessions/s1/touching?tip=t1&file=%2Fa%26b', (b, s) => b.touching('s1', 't1', '/a&b', s)],
  ['/api/sessions/s1/locate?tip=t1&record=u1&block=2', (b, s) => b.locate('s1', 't1', 'u1', 2, s)],
  ['/api/sessions/s1/find?tip=t1&q=%23+100%25&internal=1', (b, s) => b.find('s1', 't1', '# 100%', s, true)],
  ['/api/about', (b, s) => b.about(s)],
  ['/api/doctor', (b, s) => b.doctor(s)],
  ['/api/named/77a00ded', (b, s) => b.named('77a00ded', s)],
  ['/api/sessions/s1/records/u1', (b, s) => b.record('s1', 'u1', s)],
  ['/api/sessions/s1/records/u1/paths?block=2', (b, s) => b.paths('s1', 'u1', 2, s)],
  ['/api/sessions/s1/raw/side-0?from=20', (b, s) => b.raw('s1', 'side-0', 20, s)],
  ['/api/sessions/s1/sides?from=0', (b, s) => b.sides('s1', 0, false, s)],
  ['/api/sessions/s1/sides?from=3&bad=1', (b, s) => b.sides('s1', 3, true, s)],
  ['/api/sessions/s1/records/u1/text', (b, s) => b.blockText('s1', 'u1', undefined, s)],
  ['/api/sessions/s1/records/u1/text?block=0', (b, s) => b.blockText('s1', 'u1', 0, s)],
  ['/api/sessions/s1/spilled/out.txt', (b, s) => b.spilled('s1', 'out.txt', s)],
  ['/api/sessions/s1/resumed?tip=t1', (b, s) => b.resumed('s1', 't1', s)],
  ['/api/filter?q=a&limit=9', (b, s) => b.filter('a', 9, {}, s)],
  ['/api/filter?q=a&limit=9&live=1', (b, s) => b.filter('a', 9, { live: true }, s)],
  ['/api/filter?q=a&limit=9&expires=7', (b, s) => b.filter('a', 9, { expires: 7 }, s)],
  ['/api/filter?q=a&limit=9&among=c1%2Cc2', (b, s) => b.filter('a', 9, { among: ['c1', 'c2'] }, s)],
];
const end = (n: string) => ({ session: `s${n}`, tip: `t${n}` });

/** What the engine has an answer to. */
function routes(): RegExp[] {
  const api = join(import.meta.dirname, '../../../../backend/api');
  const source = ['api.go', 'thread.go'].map((file) => readFileSync(join(api, file), 'utf8')).join('\n');
  return [...source.matchAll(/"(\/api\/[^"]+)"/g)].map(
    ([, path = '']) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  );
}

describe('what the window reads', () => {
  it.each(READS)('%s', async (path, ask) => {
    answers = [{ complete: true, chats: [] }];
    await ask(wailsBackend()).catch(() => undefined); // only the request matters
    expect(asked[0]).toBe(path);
  });

  it('is answered by a route of the engine', () => {
    const known = routes();
    expect(known.length).toBeGreaterThan(25);
    const paths = READS.map(([path]) => path.split('?')[0] ?? '');
    expect(paths.filter((path) => !known.some((route) => route.test(path)))).toEqual([]);
    expect(known.some((route) => route.test(wailsBackend().imageURL('s 1', 'u1', 2)))).toBe(true);
  });

  it.each(READS.filter(([path]) => path !== '/api/chats'))(
    'is ended by name when it is left: %s',
    async (path, ask) => {
      answers = [{ complete: true }];
      await ask(wailsBackend(), never).catch(() => undefined);
      expect(asked[0]?.startsWith(`${path}${path.includes('?') ? '&' : '?'}ask=`)).toBe(true);
    },
  );

  it('has no scope that is empty: none among none is a scope too', async () => {
    answers = [{ complete: true }];
    await wailsBackend().filter('a', 9, { among: [] });
    expect(asked).toEqual(['/api/filter?q=a&limit=9&among=none']);
  });

  it('tells the newest chats that fit before it asks for all of them', async () => {
    const part = { q: 'a', matches: [], total: 1, complete: false } as FilterResult;
    answers = [part, { ...part, total: 9, complete: true }];
    const told: FilterResult[] = [];
    const whole = await wailsBackend().filter('a', 9, {}, undefined, (one) => told.push(one));
    expect([told, whole.total]).toEqual([[part], 9]);
    expect(asked).toEqual(['/api/filter?q=a&limit=9', '/api/filter?q=a&limit=9&whole=1']);
  });

  it('asks for the changes of the chats only, once it has them', async () => {
    const backend = wailsBackend();
    answers = [
      { seq: 1, version: 4, chats: [] },
      { seq: 2, version: 5, changed: [], removed: [], total: 0 },
    ];
    await backend.chats();
    expect(await backend.chats()).toEqual({ seq: 2, version: 5, chats: [] });
    expect(asked).toEqual(['/api/chats', '/api/chats?since=4']);
  });

  it('follows a search until it is complete', async () => {
    const part = { complete: false, problem: null, seen: 3 } as SearchResult;
    answers = [part, { ...part, complete: true }];
    const told: unknown[] = [];
    await wailsBackend().search('a b', { chat: 'c1' }, 50, (one) => told.push(one));
    expect(told).toEqual([part]);
    expect(asked.map((path) => path.replace(/ask=[^&]+/, 'ask='))).toEqual([
      '/api/search?q=a+b&chat=c1&limit=50&ask=&seen=0',
      '/api/search?q=a+b&chat=c1&limit=50&ask=&seen=3',
    ]);
  });

  it('fails in words where the engine is gone', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(wailsBackend().state()).rejects.toMatchObject({
      code: 'unreachable',
      message: 'The Dendro engine is not responding',
    });
  });
});

describe('what the window does', () => {
  it.each<[name: string, act: (of: Backend) => Promise<unknown>, ...args: unknown[]]>([
    ['ChoosePlace', (b) => b.choosePlace()],
    ['OpenTerminal', (b) => b.openTerminal('s1'), 's1'],
    ['CopyText', (b) => b.copyText('a'), 'a'],
    ['OpenURL', (b) => b.openURL('https://example.org'), 'https://example.org'],
    ['OpenProject', (b) => b.openProject('c1', true), 'c1', true],
    ['OpenFile', (b) => b.openFile('s1', 'u1', 2, 'a.go:3'), 's1', 'u1', 2, 'a.go:3'],
    ['RevealSession', (b) => b.revealSession('s1'), 's1'],
    ['RevealExport', (b) => b.revealExport()],
    ['Settings', (b) => b.settings()],
    ['SaveSettings', (b) => b.saveSettings(defaults), defaults],
    ['Terminals', (b) => b.terminals()],
    ['TryTerminal', (b) => b.tryTerminal('kitty'), 'kitty'],
    ['ReadyToNotify', (b) => b.readyToNotify()],
    ['WindowReady', (b) => b.windowReady()],
    ['ChooseRoot', (b) => b.chooseRoot()],
    ['ClearCache', (b) => b.clearCache()],
    ['StopReading', (b) => b.stopReading()],
    ['Rescan', (b) => b.rescan()],
  ])('%s', async (name, act, ...args) => {
    expect(await act(wailsBackend())).toBe(`${name} done`);
    expect(bound).toEqual([[name, ...args]]);
    rejecting.set(name, 'it is not to be');
    await expect(act(wailsBackend())).rejects.toMatchObject({ code: 'internal', message: 'it is not to be' });
  });

  it('says all of a wish, also what it leaves open', async () => {
    const backend = wailsBackend();
    await backend.resumePlan({ session: 's1', fork: true });
    await backend.resume({ session: 's1', record: 'u1', terminal: 'kitty' });
    await backend.prepareResume({ session: 's1', place: 'main' });
    const open = { record: '', tip: '', before: false, turn: false, fork: false, join: false, new: '' };
    const options = {
      place: '',
      model: '',
      permissionMode: '',
      prompt: '',
      terminal: '',
      without: [],
      quiet: false,
      list: false,
    };
    const wish = { ...open, ...options, session: 's1' };
    expect(bound).toEqual([
      ['ResumePlan', { ...wish, fork: true }],
      ['Resume', { ...wish, record: 'u1', terminal: 'kitty' }],
      ['PrepareResume', { ...wish, place: 'main' }],
    ]);
  });

  it('waits for the engine’s methods where they come late', async () => {
    vi.useFakeTimers();
    vi.unstubAllGlobals();
    const late = wailsBackend().copyText('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bound).toEqual([]);
    vi.stubGlobal('go', engine);
    await vi.advanceTimersByTimeAsync(20);
    await late;
    expect(bound).toEqual([['CopyText', 'a']]);
  });

  it('fails in words where they never come, and where one never answers', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('go', {
      window: { SettingsMethods: { StopReading: () => new Promise(() => undefined) } },
    });
    const hangs = expect(wailsBackend().stopReading()).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(5_000);
    await hangs;
    vi.unstubAllGlobals();
    const gone = expect(wailsBackend().stopReading()).rejects.toMatchObject({ code: 'unreachable' });
    await vi.advanceTimersByTimeAsync(4_000);
    await gone;
  });
});

describe('what the window hears', () => {
  it.each<[event: string, listen: (of: Backend, fn: (data: unknown) => void) => () => void]>([
    ['change', (b, fn) => b.onChange(fn)],
    ['open', (b, fn) => b.onOpen(fn)],
    ['link', (b, fn) => b.onLink(fn)],
  ])('%s, until it stops listening', (event, listen) => {
    const heard = vi.fn();
    const stop = listen(wailsBackend(), heard);
    emit(event, 'said');
    stop();
    emit(event, 'more');
    expect(heard).toHaveBeenCalledExactlyOnceWith('said');
  });

  it('the desktop turn dark or light, and leaves the rest to the web view', () => {
    const heard: unknown[] = [];
    wailsBackend().onSystemTheme((theme) => heard.push(theme));
    for (const theme of ['dark', 'light', 'sepia']) emit('theme', theme);
    expect(heard).toEqual(['dark', 'light', 'unknown']);
  });

  it('that it closes, and says when it is ready for that, whether or not all was saved', async () => {
    let saved = (_: boolean): void => undefined;
    const saving = () =>
      new Promise<void>((done, fail) => {
        saved = (well) => (well ? done() : fail(new Error('the disk is full')));
      });
    wailsBackend().onLeave(() => saving().catch(() => undefined));
    emit('window:leave');
    expect(emitted).toEqual([]);
    saved(false);
    await vi.waitFor(() => expect(emitted).toEqual(['window:left']));
  });

  it('nothing outside of the window, and has no title there', () => {
    const backend = wailsBackend();
    backend.setTitle('A chat');
    vi.unstubAllGlobals();
    backend.setTitle('Another');
    const heard = vi.fn();
    const stops = [backend.onChange(heard), backend.onOpen(heard), backend.onLink(heard)];
    stops.push(
      backend.onSystemTheme(heard),
      backend.onLeave(() => Promise.resolve()),
    );
    for (const stop of stops) stop();
    expect(emitted).toEqual(['title A chat']);
    expect(ears.size).toBe(0);
  });
});
