import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Request, Token } from './protocol';

/** Workers that note what they are asked, and answer when they are told to. */
class FakeWorker extends EventTarget {
  static readonly asked: { request: Request; answer: (tokens: Token[]) => void }[] = [];
  postMessage(request: Request) {
    const answer = (tokens: Token[]) =>
      this.dispatchEvent(new MessageEvent('message', { data: { id: request.id, tokens } }));
    FakeWorker.asked.push({ request, answer });
  }
  terminate() {
    // Nothing runs in it.
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
