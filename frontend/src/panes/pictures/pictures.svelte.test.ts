import { screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import { SkeletonRows, type SkeletonRow } from '../../lib/backend/skeleton-rows';
import { Flag, type Row, type Skeleton } from '../../lib/backend/types';
import { drawn } from '../../test/inapp';
import PicturesDialog from './PicturesDialog.svelte';
import { Pictures } from './pictures.svelte';

/** A thread of turns of two rows, of which every second one has pictures. */
function skeletonOf(total: number): Skeleton {
  const rows = Array.from({ length: total }, (_, i): SkeletonRow => [
    ...([i % 2, 1, 10, 1 + Math.floor(i / 2), i % 2 === 1 ? Flag.images : 0, i] as const),
  ]);
  return { session: 's1', total, rows: SkeletonRows.of(rows) } as Skeleton;
}

const time = '2026-11-20T13:00:00Z';
const picture = { index: 0, type: 'image/png', bytes: 9 };

/** Of the rows with pictures, one is a call whose result has two, and one is of another session. */
function rowAt(i: number): Row {
  const base = { uuid: `u${String(i)}`, time, index: i, turn: 1 + Math.floor(i / 2) };
  if (i === 3) {
    const pictures = [picture, { ...picture, index: 1 }];
    const tool = { id: 't', name: 'Read', status: 'ok', input: {}, result: '', images: 2 } as const;
    return { ...base, kind: 'tool', tool: { ...tool, resultUuid: 'result', pictures } };
  }
  return { ...base, kind: 'prompt', text: 'see', pictures: [picture], ...(i === 5 ? { session: 's0' } : {}) };
}

describe('the pictures of a thread', () => {
  it('are those of its rows, in order', () => {
    const thread = { skeleton: skeletonOf(8), pages: { row: rowAt, ensure: vi.fn() } };
    const pictures = new Pictures(thread);
    const said = pictures.list.map((p) => [p.row, p.turn, p.session, p.record, p.picture.index]);
    expect(said).toEqual([
      [1, 1, 's1', 'u1', 0],
      [3, 2, 's1', 'result', 0],
      [3, 2, 's1', 'result', 1],
      [5, 3, 's0', 'u5', 0],
      [7, 4, 's1', 'u7', 0],
    ]);
    expect([pictures.none, pictures.hasMore, pictures.loading]).toEqual([false, false, false]);
  });

  it('are loaded in steps, and no step before the last one is there', () => {
    const ensure = vi.fn();
    let loaded = false;
    const row = (i: number) => (loaded ? rowAt(i) : undefined);
    const pictures = new Pictures({
      skeleton: skeletonOf(1000),
      pages: { row, ensure },
    });
    pictures.load();
    expect(ensure).toHaveBeenCalledTimes(60);
    expect(ensure).toHaveBeenLastCalledWith(119, 119);
    pictures.more();
    expect(pictures.list).toEqual([]);
    loaded = true;
    const next = new Pictures({ skeleton: skeletonOf(1000), pages: { row, ensure } });
    next.more();
    expect(next.list).toHaveLength(121);
    expect(next.hasMore).toBe(true);
  });
});

describe('the dialog', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {
          // Nothing is in view without layout.
        }
        disconnect() {
          // There is nothing to stop.
        }
      },
    );
  });
  const tiles = () => screen.getAllByRole('button', { name: /^Picture, Turn/ });
  function opened(total = 8) {
    const backend = { ...fakeBackend({ chats: [] }), imageURL: (...at: unknown[]) => `/${at.join('/')}` };
    const test = drawn(PicturesDialog, {}, { backend }, ({ thread }) => {
      thread.loaded.skeleton = skeletonOf(total);
      vi.spyOn(thread.pages, 'row').mockImplementation(rowAt);
      vi.spyOn(thread.pages, 'ensure').mockReturnValue();
    });
    test.app.layers.pictures = true;
    return test;
  }

  it('shows small pictures, one of them large, and walks through them', async () => {
    const { app, user } = opened();
    await waitFor(() => expect(tiles()).toHaveLength(5));
    await waitFor(() => expect(tiles()[0]).toHaveFocus());
    await user.keyboard('{ArrowRight}{Enter}');
    const large = await screen.findByRole('img', { name: /Turn 2/ });
    expect(large).toHaveAttribute('src', '/s1/result/0');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(await screen.findByRole('img', { name: /Turn 3/ })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(tiles()[3]).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(app.layers.pictures).toBe(false));
  });

  it('leads to the turn of a picture', async () => {
    const { app, user } = opened();
    const jump = vi.spyOn(app.nav, 'jump').mockReturnValue();
    await waitFor(() => expect(tiles()).toHaveLength(5));
    await user.click(tiles()[4] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Go to turn' }));
    expect(jump).toHaveBeenCalledExactlyOnceWith(7);
    expect(app.layers.pictures).toBe(false);
  });

  it('says that there are none', async () => {
    opened(1);
    expect(await screen.findByText('No pictures in this branch')).toBeInTheDocument();
  });
});
