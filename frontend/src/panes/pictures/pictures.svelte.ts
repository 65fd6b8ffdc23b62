import type { Picture, Row } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';
import type { Pages } from '../../model/thread/pages.svelte';
import type { ThreadState } from '../../model/thread/thread.svelte';

/** Number of rows with pictures that are loaded at first, and more each time. */
const STEP = 60;

/** A picture of the open thread. */
export interface PictureAt {
  readonly key: string;
  /** The row that shows it, and its turn, counted from 1; 0 before the first turn. */
  readonly row: number;
  readonly turn: number;
  readonly time: string | null;
  readonly session: string;
  readonly record: string;
  readonly picture: Picture;
}

/** The pictures of the open thread, in order. The skeleton says which rows have some; these are loaded in steps. */
export class Pictures {
  private limit = $state(STEP);

  constructor(
    private readonly thread: Pick<ThreadState, 'skeleton'> & { pages: Pick<Pages, 'row' | 'ensure'> },
  ) {}

  private readonly rows = $derived.by(() => {
    const { rows } = this.thread.skeleton ?? {};
    return rows ? [...rows.flags.keys()].filter((row) => rows.has(row, Flag.images)) : [];
  });
  private readonly asked = $derived(this.rows.slice(0, this.limit));

  readonly list = $derived(this.asked.flatMap((at) => this.of(at, this.thread.pages.row(at))));

  /** Whether no row has a picture. */
  get none(): boolean {
    return this.rows.length === 0;
  }

  get loading(): boolean {
    return this.asked.some((at) => this.thread.pages.row(at) === undefined);
  }

  get hasMore(): boolean {
    return this.rows.length > this.limit;
  }

  more(): void {
    if (!this.loading) this.limit += STEP;
  }

  /** Loads the rows that are asked for. */
  load(): void {
    for (const at of this.asked) this.thread.pages.ensure(at, at);
  }

  private of(at: number, row: Row | undefined): PictureAt[] {
    const pictures = row?.kind === 'tool' ? row.tool.pictures : row?.pictures;
    const record = row?.kind === 'tool' ? row.tool.resultUuid : row?.uuid;
    if (!row || record === undefined || !pictures) return [];
    const session = row.session ?? this.thread.skeleton?.session ?? '';
    const time = (row.kind === 'tool' ? row.tool.resultTime : undefined) ?? row.time;
    const place = { row: at, turn: row.turn, time, session, record };
    return pictures.map((picture) => ({ ...place, key: `${record} ${String(picture.index)}`, picture }));
  }
}
