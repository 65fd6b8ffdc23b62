import type { Skeleton, SkeletonRow } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';

/** How many rows two states of a branch begin with alike, in these parts of their skeletons. */
export function alike(a: Skeleton | null, b: Skeleton, parts: (keyof SkeletonRow & number)[]): number {
  const same = (x: SkeletonRow | undefined, y: SkeletonRow | undefined) =>
    x !== undefined && y !== undefined && parts.every((part) => x[part] === y[part]);
  let i = 0;
  while (i < (a?.total ?? 0) && same(a?.rows[i], b.rows[i])) i++;
  return i;
}

/** How many of its rows the conversation has: agents that are no part of it come and go as they are shown. */
export function saidRows(skeleton: Skeleton | null): number {
  return skeleton ? skeleton.total - internalRows(skeleton) : 0;
}

/** How many of the last rows stand for agents that Claude Code started for itself. */
export function internalRows({ rows, internal = 0 }: Skeleton): number {
  return internal > 0 && ((rows.at(-1)?.[4] ?? 0) & Flag.internal) !== 0 ? internal : 0;
}
