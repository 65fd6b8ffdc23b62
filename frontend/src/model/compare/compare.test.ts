import { afterEach, describe, expect, it, vi } from 'vitest';
import wire from '../../../../testdata/wire/compare.json';
import { held } from '../../test/held';
import { openedTree } from '../../test/opened';
import type { Comparison } from '../../lib/backend/types';
import { sideBySide } from './compare';
import { asPrompt, comparedText } from './compare-text';
import { type Compared, CompareState } from './compare.svelte';
import { Branches } from '../tree/branches';

afterEach(() => vi.useRealTimers());

async function opened(failing: Record<string, string> = {}) {
  const { backend, tree } = await openedTree(failing);
  const leaves = tree.view.rows.filter((row) => row.leaf).map((row) => row.item.segment);
  const [one, two] = leaves;
  if (!one || !two) throw new Error('the fake has no branches');
  return { backend, tree, compare: new CompareState(backend, tree), one, two };
}

describe('comparing two branches', () => {
  it('takes the marked one, then another, and the same one twice back', async () => {
    const { tree, compare, one, two } = await opened();
    tree.select(one.id);
    compare.pick();
    expect(compare.from?.id).toBe(one.id);
    compare.pick();
    expect(compare.from).toBeNull();
    compare.pick();
    tree.select(two.id);
    expect(compare.ready).toBe(true);
    compare.pick();
    expect(compare.open).toBe(true);
    await vi.waitFor(() => expect(compare.result).not.toBeNull());
    expect(compare.result?.leaves.map((s) => s.id)).toEqual([one.id, two.id]);
    expect(compare.result?.sides.map((s) => s.tip)).toEqual([one.tip, two.tip]);
    expect(compare.result?.common).toBeGreaterThan(0);
  });

  it('is of no use in a chat of one branch, however many sessions that has', async () => {
    const { backend, tree, compare, one } = await opened();
    expect(compare.reason).toBeUndefined();
    const whole = tree.tree;
    const parent = whole?.segments.find((s) => s.id === one.parent);
    if (!whole || !parent) throw new Error('the fake has no branch that goes on another');
    const segments = [{ ...parent, parent: null }, one];
    vi.spyOn(tree, 'branches', 'get').mockReturnValue(new Branches({ ...whole, segments }, new Map()));
    tree.select(one.id);
    const straight = new CompareState(backend, tree);
    expect(straight.reason).toBe('This chat has only one branch');
    straight.pick();
    expect(straight.from).toBeNull();
  });

  it('says why it could not, and tries again', async () => {
    const { backend, compare, one, two } = await opened({ compare: 'the disk is gone' });
    await compare.run(one, two);
    expect(compare.error).toContain('the disk is gone');
    backend.fix();
    compare.retry();
    await vi.waitFor(() => expect(compare.result).not.toBeNull());
    expect(compare.error).toBeNull();
  });

  it('reads what the engine answers', () => {
    const found = wire as unknown as Comparison;
    expect(found.sides).toHaveLength(2);
    expect(found.sides[0].turns[0]?.number).toBe(found.common + 1);
  });

  it('has the last answers, turns round, and is told as Markdown', async () => {
    const { compare, one, two } = await opened();
    await compare.run(one, two);
    const before = compare.result;
    if (!before) throw new Error('nothing was compared');
    expect(before.answers.every((answer) => answer !== '')).toBe(true);
    compare.swap();
    const after = (): Compared | null => compare.result;
    expect(after()?.answers).toEqual([...before.answers].reverse());
    expect(after()?.sides[0]).toBe(before.sides[1]);
    expect(after()?.leaves.map((s) => s.id)).toEqual([two.id, one.id]);

    const text = comparedText(
      { ...before, answers: ['a ``` b', '<b>'], failed: [[{ row: 3, label: 'go test | tail' }], []] },
      ['One | two', '<Two>'],
    );
    expect(text.match(/### Failures/g)).toHaveLength(1);
    expect(text).toContain('- go test \\| tail');
    expect(text).toContain('|  | One \\| two | &lt;Two> |');
    expect(text).toContain('````\na ``` b\n````');
    expect(text).toContain('```\n<b>\n```');
    const told = asPrompt({ ...before, answers: ['It was the cache.', ''] }, 0);
    expect(told).toContain('Its result:\n\nIt was the cache.');
    expect(asPrompt({ ...before, answers: ['', ''] }, 1)).not.toContain('Its result');
  });

  it('puts two lists beside each other by name', () => {
    const [a1, a2, b1] = [
      { name: 'a', n: 2 },
      { name: 'b', n: 3 },
      { name: 'b', n: 1 },
    ] as const;
    expect(sideBySide<{ name: string; n: number }>([b1], [a1, a2], (x) => x.name)).toEqual([
      { name: 'a', sides: [undefined, a1] },
      { name: 'b', sides: [b1, a2] },
    ]);
  });
});

describe('an engine that is slow or fails', () => {
  it('shows nothing of the two before while the next two are compared, whichever answer comes first', async () => {
    const { backend, compare, one, two } = await opened();
    await compare.run(one, two);
    const compared = held(backend, 'compare');
    void compare.run(two, one);
    expect([compare.open, compare.loading, compare.result]).toEqual([true, true, null]);
    void compare.run(one, two);
    await compared.at(1).answer();
    await vi.waitFor(() => expect(compare.result).not.toBeNull());
    await compared.at(0).answer();
    await compared.at(0).answer();
    expect([compare.loading, compare.result?.leaves.map(({ id }) => id)]).toEqual([false, [one.id, two.id]]);
  });

  it('asks again by itself where nobody answers, and not once it is closed', async () => {
    const { backend, compare, one, two } = await opened();
    vi.useFakeTimers();
    const compared = held(backend, 'compare');
    void compare.run(one, two);
    await compared.at(0).fail('nobody answers', 'unreachable');
    expect([compare.loading, compare.error]).toEqual([false, 'nobody answers']);
    await vi.advanceTimersByTimeAsync(1_000);
    await compared.at(1).fail('nobody answers', 'unreachable');
    compare.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([compared.asked, compare.open, compare.error]).toEqual([2, false, null]);
  });

  it('stands without the last answers and the failures where these cannot be read', async () => {
    const { backend, compare, one, two } = await opened({ work: 'torn', rows: 'torn too' });
    await compare.run(one, two);
    expect([compare.error, compare.result?.answers, compare.result?.failed]).toEqual([
      null,
      ['', ''],
      [[], []],
    ]);
    backend.fix();
    compare.retry();
    await vi.waitFor(() => expect(compare.result?.answers.join('')).not.toBe(''));
  });

  it('has the whole of a last answer that is too long for a page', async () => {
    const { backend, compare, one, two } = await opened();
    const rows = backend.rows.bind(backend);
    backend.rows = async (...args) => {
      const page = await rows(...args);
      return { ...page, rows: page.rows.map((row) => ({ ...row, truncated: 9_000 })) };
    };
    await compare.run(one, two);
    expect(compare.result?.answers).toEqual([
      expect.stringMatching(/^the whole text of/),
      expect.stringMatching(/^the whole text of/),
    ]);
  });
});
