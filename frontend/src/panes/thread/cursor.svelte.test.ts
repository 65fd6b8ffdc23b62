import { LoneThread } from '../../test/lone.svelte';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { SkeletonRows } from '../../lib/backend/skeleton-rows';
import { Flag, ROW_KINDS, type Skeleton } from '../../lib/backend/types';
import { goToEdit, goToFailure, stepFailure, stepItem } from './cursor';

const history = fakeChats(Date.parse('2026-11-20T14:00:00Z')).filter((c) => c.sessions.length < 50);
const leaf = history.find((c) => c.title.startsWith('Terraform'))?.segments[0];

async function opened(segment = leaf) {
  const thread = new LoneThread(fakeBackend({ chats: history }));
  await thread.open({ session: segment?.session ?? '', tip: segment?.tip ?? '' }, [segment?.id ?? ''], 0);
  thread.pages.ensure(0, 300);
  const last = Math.min(299, (thread.skeleton?.total ?? 1) - 1);
  await vi.waitFor(() => expect(thread.pages.row(last)).toBeDefined());
  return thread;
}

const failing = history.flatMap((c) => c.segments).find((s) => s.title.includes('Retry with jitter'));
const TOOL = ROW_KINDS.indexOf('tool');

describe('the row that the keys stand on', () => {
  it('goes from item to item, and stays at the ends', async () => {
    const thread = await opened();
    const { items } = thread;
    if (!items) throw new Error('no items');
    expect(stepItem(items, -1, 1)).toBe(0);
    expect(stepItem(items, 0, -1)).toBe(-1);
    expect(stepItem(items, items.length - 1, 1)).toBe(-1);
    thread.cursor.move(4);
    expect(thread.cursor.item).toBe(4);
    expect(thread.cursor.row).toBe(items.rowAt(4));
    thread.close();
    expect(thread.cursor.row).toBeNull();
  });

  it('keeps its row while others fold and unfold above it', async () => {
    const thread = await opened();
    const [fold] = thread.items?.closedFolds() ?? [];
    if (fold === undefined) throw new Error('no fold');
    thread.cursor.move(thread.itemAt(fold) + 1);
    const row = thread.cursor.row;
    thread.opened.toggleFold(fold);
    expect(thread.cursor.row).toBe(row);
    expect(thread.cursor.item).toBeGreaterThan(thread.itemAt(fold) + 1);
  });

  it('begins where a jump leads, also before the view is drawn there', async () => {
    const thread = await opened(failing);
    const { rows } = thread.skeleton ?? {};
    thread.scroll.topRow = (rows?.length ?? 1) - 1;
    expect(goToFailure(thread, 1)).toBe(false);
    thread.scroll.jumpTo(0);
    expect(goToFailure(thread, 1)).toBe(true);
  });

  it('goes to failures and to edits apart, unfolding what holds them', async () => {
    const thread = await opened(failing);
    const { rows } = thread.skeleton ?? {};
    if (!rows) throw new Error('no thread');
    const failures = Array.from({ length: rows.length }, (_, i) => i).filter((i) => rows.has(i, Flag.error));
    thread.cursor.move(0);
    const found: (number | null)[] = [];
    while (goToFailure(thread, 1)) found.push(thread.cursor.row);
    expect(found).toEqual(failures);
    expect([thread.items?.at(thread.cursor.item)?.type, thread.cursor.align]).toEqual(['row', 'third']);
    thread.cursor.move(0);
    expect(await goToEdit(thread, 1)).toBe(true);
    const row = thread.pages.row(thread.cursor.row ?? -1);
    expect(row?.kind === 'tool' && row.tool.name).toMatch(/Edit|Write/);
  });

  it('finds an edit in rows that are not loaded, from either side', async () => {
    const thread = await opened(failing);
    const total = thread.skeleton?.total ?? 0;
    const edits = Array.from({ length: total }, (_, i) => i).filter((i) => {
      const row = thread.pages.row(i);
      return row?.kind === 'tool' && ['Edit', 'Write'].includes(row.tool.name);
    });
    expect(edits.length).toBeGreaterThan(0);
    vi.spyOn(thread.pages, 'row').mockReturnValue(undefined);
    const found: (number | null)[] = [];
    thread.cursor.move(0);
    while (await goToEdit(thread, 1)) found.push(thread.cursor.row);
    expect(found).toEqual(edits);
    thread.cursor.move((thread.items?.length ?? 0) - 1);
    expect(await goToEdit(thread, -1)).toBe(true);
    expect(thread.cursor.row).toBe(edits.at(-1));
  });
});

it('knows failures of rows that are not here', () => {
  const rows = SkeletonRows.of([0, 0, Flag.error, 0, 0].map((flags) => [TOOL, 1, 1, 1, flags, 0]));
  const skeleton = { rows } as unknown as Skeleton;
  const step = (from: number, by: 1 | -1) => stepFailure(skeleton, from, by);
  expect([step(0, 1), step(2, 1), step(4, -1), step(2, -1)]).toEqual([2, -1, 2, -1]);
});
