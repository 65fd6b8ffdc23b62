import { describe, expect, it, vi } from 'vitest';
import wire from '../../../../testdata/wire/touched.json';
import { openedTree } from '../../test/opened';
import type { Touched } from '../../lib/backend/types';
import { isFiltering } from './fold';

async function opened(failing: Record<string, string> = {}) {
  const { backend, tree, chats } = await openedTree(failing);
  return { backend, tree, touched: tree.touched, other: chats[1]?.id ?? '' };
}

describe('the filter by touched file', () => {
  it('offers the files of the chat, and narrows the tree to what touches one', async () => {
    const { tree, touched } = await opened();
    const all = tree.rows.length;
    touched.start();
    expect(touched.loading).toBe(true);
    await vi.waitFor(() => expect(touched.list).not.toBeNull());
    const file = touched.offered.find((f) => f.segments.length < (tree.tree?.segments.length ?? 0));
    if (!file) throw new Error('the fake touches no file');
    touched.text = file.path.slice(file.path.lastIndexOf('/') + 1).toUpperCase();
    expect(touched.offered[0]?.path).toBe(file.path);
    touched.choose(file.path);
    const shown = new Set(tree.items.flatMap((i) => [i.segment.id, ...i.folded.map((s) => s.id)]));
    expect(shown).toEqual(new Set(file.segments.map((i) => touched.list?.segments[i])));
    expect(isFiltering(tree.filter)).toBe(true);
    tree.showAll();
    expect(tree.rows).toHaveLength(all);
    expect(touched.open).toBe(false);
  });

  it('can be begun with a file that is known from elsewhere, and one that nothing touches leaves nothing', async () => {
    const { tree, touched } = await opened();
    touched.choose('/nowhere/at/all.go');
    await vi.waitFor(() => expect(tree.rows).toHaveLength(0));
    expect(touched.text).toBe('/nowhere/at/all.go');
    expect(tree.hiddenByFilter).toBe(tree.tree?.segments.length);
  });

  it('says when the files could not be read, and tries again', async () => {
    const { backend, tree, touched } = await opened({ touched: 'the disk is gone' });
    touched.start();
    await vi.waitFor(() => expect(touched.error).toContain('the disk is gone'));
    expect(isFiltering(tree.filter)).toBe(false);
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
    expect(isFiltering(tree.filter)).toBe(false);
  });

  it('reads what the engine answers', () => {
    const list: Touched = wire;
    expect(list.files[0]?.segments.every((i) => list.segments[i] !== undefined)).toBe(true);
  });
});
