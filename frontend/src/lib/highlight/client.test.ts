import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Request, Token } from './protocol';

/** Workers that note what they are asked, and answer when they are told to. */
class FakeWorker extends EventTarget {
  static readonly asked: {
    request: Request;
    by: FakeWorker;
    answer: (tokens: Token[] | null, id?: number) => void;
  }[] = [];
  dead = false;
  postMessage(request: Request) {
    const answer = (tokens: Token[] | null, id = request.id) =>
      this.dispatchEvent(new MessageEvent('message', { data: { id, tokens } }));
    FakeWorker.asked.push({ request, by: this, answer });
  }
  terminate() {
    this.dead = true;
  }
}

async function opened(code: string) {
  const { highlightIn } = await import('./client');
  const node = document.createElement('div');
  const block = node.appendChild(document.createElement('code'));
  block.dataset.lang = 'go';
  block.textContent = code;
  return { block, stop: highlightIn(node), asked: FakeWorker.asked };
}

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  vi.resetModules();
  FakeWorker.asked.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
});

it('colours the same letters in the same places', async () => {
  const { block, asked } = await opened('func <b>()');
  asked[0]?.answer([
    [0, 4, 1],
    [2, 3, 2],
    [5, 3, 2],
  ]);
  expect(block.textContent).toBe('func <b>()');
  expect(
    Array.from(block.children, (span) => span.textContent),
    'none within another',
  ).toEqual(['func', '<b>']);
});

it('leaves a block alone that has other code by then, and one that was left', async () => {
  const grown = await opened('a := 1');
  grown.block.textContent = 'a := 12';
  grown.asked[0]?.answer([[0, 1, 1]]);
  expect(grown.block.children).toHaveLength(0);
  const left = await opened('b := 1');
  left.stop();
  expect(left.asked).toHaveLength(2);
  left.asked[1]?.answer([[0, 1, 1]]);
  expect(left.block.children).toHaveLength(0);
});

it.each([
  ['too long', 'x\n'.repeat(100_001)],
  ['of too many lines', '\n'.repeat(3_000)],
  ['one long line', 'x'.repeat(2_001)],
  ['empty', ''],
])('leaves code plain that is %s', async (_, code) => {
  const { asked } = await opened(code);
  expect(asked).toEqual([]);
});

it('takes the answer to its own question only', async () => {
  const { block, asked } = await opened('func a()');
  asked[0]?.answer([[0, 4, 1]], asked[0].request.id + 1);
  expect(block.children).toHaveLength(0);
  asked[0]?.answer([[0, 4, 0]]);
  expect(block.innerHTML).toBe('<span class="tok-keyword">func</span> a()');
});

it('leaves code plain whose worker died, and has another for the next', async () => {
  const { block, asked } = await opened('func a()');
  asked[0]?.by.dispatchEvent(new Event('error'));
  expect([block.innerHTML, asked[0]?.by.dead]).toEqual(['func a()', true]);
  const next = await opened('func b()');
  expect(asked[1]?.by).not.toBe(asked[0]?.by);
  asked[1]?.answer([[0, 4, 0]]);
  expect(next.block.children).toHaveLength(1);
});

it('asks again for code whose grammar did not come', async () => {
  const { block, asked } = await opened('func a()');
  asked[0]?.answer(null);
  expect(block.innerHTML).toBe('func a()');
  const again = await opened('func a()');
  expect(asked).toHaveLength(2);
  asked[1]?.answer([[0, 4, 0]]);
  expect(again.block.children).toHaveLength(1);
  const known = await opened('func a()');
  expect([known.block.children.length, asked.length], 'what is known needs no worker').toEqual([1, 2]);
});

it('colours every block of a text, each by its own language, and none whose language nobody knows', async () => {
  const { highlightIn } = await import('./client');
  const node = document.createElement('div');
  node.innerHTML = ['go', 'klingon', 'py'].map((lang) => `<code data-lang="${lang}">x</code>`).join('');
  const stop = highlightIn(node);
  const { asked } = FakeWorker;
  asked[0]?.answer([]);
  expect(asked.map(({ request }) => request.language)).toEqual(['go', 'python']);
  stop();
  asked[1]?.answer([[0, 1, 0]]);
  expect(node.querySelectorAll('span'), 'it was left').toHaveLength(0);
});

it('ignores tokens that lie in others, and those of letters that are not there', async () => {
  const { block, asked } = await opened('ab');
  asked[0]?.answer([
    [0, 2, 0],
    [0, 1, 1],
  ]);
  expect(block.innerHTML).toBe('<span class="tok-keyword">ab</span>');
});

it('colours nothing where there are no workers', async () => {
  vi.stubGlobal('Worker', undefined);
  const { block, asked } = await opened('func a()');
  expect([asked, block.innerHTML]).toEqual([[], 'func a()']);
});
