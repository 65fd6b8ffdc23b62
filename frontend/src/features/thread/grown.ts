import type { Skeleton, SkeletonRows } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';

type Column = 'kinds' | 'lines' | 'chars' | 'turns' | 'records';

/** How many rows two states of a branch begin with alike, in these parts of their skeletons. */
export function alike(a: Skeleton | null, b: Skeleton, parts: readonly Column[]): number {
  const most = Math.min(a?.rows.length ?? 0, b.rows.length);
  return Math.min(most, ...parts.map((part) => alikeIn(a?.rows, b.rows, part, most)));
}

function alikeIn(a: SkeletonRows | undefined, b: SkeletonRows, part: Column, most: number): number {
  const [one, other] = [a?.[part], b[part]];
  let i = 0;
  while (i < most && one?.[i] === other[i]) i++;
  return i;
}

/** How many of its rows the conversation has: agents that are no part of it come and go as they are shown. */
export function saidRows(skeleton: Skeleton | null): number {
  return skeleton ? skeleton.total - internalRows(skeleton) : 0;
}

/** How many of the last rows stand for agents that Claude Code started for itself. */
export function internalRows({ rows, internal = 0 }: Skeleton): number {
  return internal > 0 && rows.has(rows.length - 1, Flag.internal) ? internal : 0;
}
