import { skeletonRow } from './fake-branches';
import { exploreRows } from './fake-history';
import { SkeletonRows } from './skeleton-rows';
import { Turns } from './turns';
import type { Row, Skeleton } from './types';

const HOUR_MS = 3_600_000;

/** What every agent of the fake chats said. */
export function agentRows(now: number): Row[] {
  return exploreRows(now - 3 * HOUR_MS).map((row, index) => ({ ...row, index, turn: 1 }));
}

/** The same as a thread of its own. */
export function agentSkeleton(session: string, now: number): Skeleton {
  const rows = agentRows(now);
  const [task] = rows;
  const text = task && task.kind !== 'tool' ? task.text : '';
  return {
    session,
    tip: '',
    total: rows.length,
    seq: 1,
    rows: SkeletonRows.of(rows.map(skeletonRow)),
    turns: Turns.of([{ row: 0, text, time: task?.time ?? '' }]),
    splits: [],
    segments: [],
  };
}
