import { afterEach, describe, expect, it, vi } from 'vitest';
import wire from '../../../../testdata/wire/touched.json';
import { held } from '../../test/held';
import { openedTree } from '../../test/opened';
import type { Touched } from '../../lib/backend/types';
import { isFiltering } from './fold';

afterEach(() => vi.useRealTimers());

async function opened(failing: Record<string, string> = {}) {
  const { backend, tree, chats } = await openedTree(failing);
  return { backend, tree, touched: tree.touched, other: chats[1]?.id ?? '' };
}

describe('the filter by touched file', () => {
  it('offers the files of the chat, and narrows the tree to what touches one', async () => {
    const { tree, touched } = await opened();
    const all = tree.view.rows.length;
    touched.start();
    expect(touched.loading).toBe(true);
    await vi.waitFor(() => expect(touched.list).not.toBeNull());
    const file = touched.offered.find((f) => f.segments.length < (tree.tree?.segments.length ?? 0));
    if (!file) throw new Error('the fake touches no file');
    touched.text = file.path.slice(file.path.lastIndexOf('/') + 1).toUpperCase();
    expect(touched.offered[0]?.path).toBe(file.path);
    touched.choose(file.path);
    const shown = new Set(tree.view.items.flatMap((i) => [i.segment.id, ...i.folded.map((s) => s.id)]));
    expect(shown).toEqual(new Set(file.segments.map((i) => touched.list?.segments[i])));
    expect(isFiltering(tree.view.filter)).toBe(true);
    tree.showAll();
    expect(tree.view.rows).toHaveLength(all);
    expect(touched.open).toBe(false);
  });

  it('can be begun with a file that is known from elsewhere, and one that nothing touches leaves nothing', async () => {
    const { tree, touched } = await opened();
    touched.choose('/nowhere/at/all.go');
    await vi.waitFor(() => expect(tree.view.rows).toHaveLength(0));
    expect(touched.text).toBe('/nowhere/at/all.go');
    expect(tree.view.hiddenByFilter).toBe(tree.tree?.segments.length);
  });

  it('says when the files could not be read, and tries again', async () => {
    const { backend, tree, touched } = await opened({ touched: 'the disk is gone' });
    touched.start();
    await vi.waitFor(() => expect(touched.error).toContain('the disk is gone'));
    expect(isFiltering(tree.view.filter)).toBe(false);
    backend.fix();
    await touched.load();
    expect(touched.error).toBeNull();
    expect(touched.list?.files.length).toBeGreaterThan(0);
  });

  it('ends with the chat', async () => {
    const { tree, touched, other } = await opened();
    touched.start();
    await vi.waitFor(() => expect(touched.list).not.toBeNull());
    touched.choose(touched.offered[0]?.path ?? '');
    await tree.open(other);
    expect(touched.file).toBe('');
    expect(touched.list).toBeNull();
    expect(isFiltering(tree.view.filter)).toBe(false);
  });

  it('reads what the engine answers', () => {
    const list: Touched = wire;
    expect(list.files[0]?.segments.every((i) => list.segments[i] !== undefined)).toBe(true);
  });
});

describe('an engine that is slow or fails', () => {
  const narrowed = ({ tree }: Awaited<ReturnType<typeof opened>>) => tree.view.filter.touching?.size ?? null;

  it('narrows the tree to the file that was chosen last, once the files are known', async () => {
    const world = await opened();
    const { backend, tree, touched } = world;
    const files = (await backend.touched(tree.tree?.id ?? '')).files;
    const [one, two] = [files[0]?.path ?? '', files.at(-1)?.path ?? ''];
    const lists = held(backend, 'touched');
    touched.choose(one);
    touched.choose(two);
    expect([touched.loading, narrowed(world), tree.view.rows.length > 0]).toEqual([true, null, true]);
    await lists.at(1).answer();
    await lists.at(0).answer();
    expect([touched.loading, touched.file, narrowed(world)]).toEqual([
      false,
      two,
      new Set(files.at(-1)?.segments).size,
    ]);
  });

  it('takes no files of a chat that was left', async () => {
    const { backend, tree, touched, other } = await opened();
    const lists = held(backend, 'touched');
    touched.start();
    await tree.open(other);
    await lists.at(0).answer();
    expect([touched.list, touched.loading, tree.view.filter.touching]).toEqual([null, false, null]);
    touched.start();
    await lists.at(1).answer();
    expect(touched.list?.chat).toBe(other);
  });

  it('narrows the tree also where the files come at a later try only', async () => {
    const world = await opened();
    const { backend, touched } = world;
    vi.useFakeTimers();
    const lists = held(backend, 'touched');
    touched.choose('no/such/file.go');
    await lists.at(0).fail('nobody answers', 'unreachable');
    expect([touched.error, narrowed(world)]).toEqual(['nobody answers', null]);
    await vi.advanceTimersByTimeAsync(1_000);
    await lists.at(1).answer();
    expect([touched.error, narrowed(world)]).toEqual([null, 0]);
  });

  it('asks for nothing any more when it is cleared', async () => {
    const world = await opened();
    const { backend, touched } = world;
    vi.useFakeTimers();
    const lists = held(backend, 'touched');
    touched.choose('no/such/file.go');
    await lists.at(0).fail('nobody answers', 'unreachable');
    touched.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([lists.asked, touched.loading, narrowed(world)]).toEqual([1, false, null]);
  });

  it('reads the files of a chat that grew once in a while, and keeps to the file meanwhile', async () => {
    const world = await opened();
    const { backend, tree, touched } = world;
    vi.useFakeTimers();
    touched.choose('no/such/file.go');
    await vi.advanceTimersByTimeAsync(10);
    const lists = held(backend, 'touched');
    const grown = { ...(await vi.waitFor(() => tree.tree)) } as NonNullable<typeof tree.tree>;
    backend.chat = () => Promise.resolve({ ...grown, seq: grown.seq + 1 });
    for (let i = 0; i < 3; i++) await tree.open(grown.id);
    expect([lists.asked, narrowed(world)]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect([lists.asked, touched.loading, narrowed(world)]).toEqual([1, true, 0]);
  });
});
