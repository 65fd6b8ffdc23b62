import { afterEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from './backend';
import { call, get, getJson, getText } from './call';

const answer = (status: number, body: string, type = 'application/json') =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))),
  );

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('bound calls', () => {
  it('give back what they answer', async () => {
    await expect(call('X', Promise.resolve(7))).resolves.toBe(7);
  });

  it('end, also when the other side never answers', async () => {
    vi.useFakeTimers();
    const never = call('Resume', new Promise(() => undefined), 2_000);
    const seen = expect(never).rejects.toMatchObject({
      code: 'timeout',
      message: 'Resume did not respond within 2 s',
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await seen;
  });

  it('fail in one form', async () => {
    await expect(call('X', Promise.reject(new Error('no')))).rejects.toBeInstanceOf(BackendError);
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- older Wails rejects with strings
    await expect(call('X', Promise.reject('old style'))).rejects.toMatchObject({ message: 'old style' });
  });
});

describe('reads', () => {
  it('parse JSON', async () => {
    answer(200, '{"a":1}');
    await expect(getJson('/api/state')).resolves.toEqual({ a: 1 });
  });

  it('say what the engine said', async () => {
    answer(404, '{"error":{"code":"not-found","message":"there is no session x"}}');
    await expect(getText('/api/x')).rejects.toMatchObject({
      code: 'not-found',
      message: 'there is no session x',
    });
  });

  it('say something also without words of the engine', async () => {
    answer(500, '<html>', 'text/html');
    await expect(getText('/api/x')).rejects.toMatchObject({ code: 'internal' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    await expect(getText('/api/x')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('stop when they are told to', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, init: RequestInit) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
        }),
    );
    const stop = new AbortController();
    const reading = getText('/api/x', stop.signal);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    vi.useFakeTimers();
    const slow = expect(get('/api/x', (r) => r.text(), undefined, 1_000)).rejects.toMatchObject({
      code: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await slow;
  });

  it('end, also where the body of an answer never does', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      const body = new ReadableStream({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      });
      return Promise.resolve(new Response(body));
    });
    const slow = expect(get('/api/x', (r) => r.text(), undefined, 1_000)).rejects.toMatchObject({
      code: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await slow;
    const stop = new AbortController();
    const left = expect(getText('/api/x', stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    stop.abort();
    await left;
  });

  it('fail in one form where the answer is not what it should be', async () => {
    answer(200, '{"a":');
    await expect(getJson('/api/x')).rejects.toMatchObject({
      name: 'BackendError',
      message: 'The Dendro engine sent an invalid response',
    });
  });
});
