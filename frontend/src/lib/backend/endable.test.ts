import { afterEach, expect, it, vi } from 'vitest';
import { BackendError } from './backend';
import { getJson } from './call';
import { endable } from './endable';

/** An engine that responds on demand, and rejects aborted requests like a browser. */
function engine() {
  const asked: string[] = [];
  const answers: ((body: string) => void)[] = [];
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    asked.push(path);
    return new Promise<Response>((done, fail) => {
      answers.push((body) => done(new Response(body)));
      signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    });
  });
  return { asked, answers };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says the end of what is left, and of nothing else', async () => {
  const { asked, answers } = engine();
  const read = endable('p');
  const left = new AbortController();
  const first = read(getJson, '/api/sessions/s/find?q=a', left.signal);
  const second = read(getJson, '/api/sessions/s/thread', new AbortController().signal);
  left.abort();
  await expect(first).rejects.toThrow('aborted');
  expect(asked).toEqual([
    '/api/sessions/s/find?q=a&ask=p-1',
    '/api/sessions/s/thread?ask=p-2',
    '/api/end?ask=p-1',
  ]);
  answers[1]?.('{"rows":[]}');
  await expect(second).resolves.toEqual({ rows: [] });
  await expect(read(getJson, '/api/x', left.signal)).rejects.toThrow('aborted');
  expect(asked).toHaveLength(3);
});

it('says the end of what takes too long, and not of what fails', async () => {
  vi.useFakeTimers();
  const { asked } = engine();
  const read = endable('p');
  const { signal } = new AbortController();
  const late = expect(read(getJson, '/api/a', signal)).rejects.toMatchObject({ code: 'timeout' });
  await vi.advanceTimersByTimeAsync(60_000);
  await late;
  expect(asked).toEqual(['/api/a?ask=p-1', '/api/end?ask=p-1']);
  const failing = () => Promise.reject(new BackendError('unreadable', 'no'));
  await expect(read(failing, '/api/b', signal)).rejects.toThrow('no');
  expect(asked).toHaveLength(2);
});

it('asks as it is for what nobody leaves', async () => {
  const { asked, answers } = engine();
  const state = endable('p')(getJson, '/api/state');
  answers[0]?.('{}');
  await state;
  expect(asked).toEqual(['/api/state']);
});
