import type { Skeleton, SkeletonRows } from '../../lib/backend/types';
import { Flag } from '../../lib/backend/types';

type Column = 'kinds' | 'lines' | 'chars' | 'turns' | 'records';

/** Returns the length of the common prefix of two skeletons, in the given columns. */
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

/** Returns the number of rows without internal agents, which come and go with a setting. */
export function saidRows(skeleton: Skeleton | null): number {
  return skeleton ? skeleton.total - internalRows(skeleton) : 0;
}

/** Returns the number of trailing rows that are internal agents. */
export function internalRows({ rows, internal = 0 }: Skeleton): number {
  return internal > 0 && rows.has(rows.length - 1, Flag.internal) ? internal : 0;
}
