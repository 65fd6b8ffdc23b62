import type { Skeleton, SkeletonRow } from '../../lib/backend/types';

/** How many rows two states of a branch begin with alike, in these parts of their skeletons. */
export function alike(a: Skeleton | null, b: Skeleton, parts: (keyof SkeletonRow & number)[]): number {
  const same = (x: SkeletonRow | undefined, y: SkeletonRow | undefined) =>
    x !== undefined && y !== undefined && parts.every((part) => x[part] === y[part]);
  let i = 0;
  while (i < (a?.total ?? 0) && same(a?.rows[i], b.rows[i])) i++;
  return i;
}
