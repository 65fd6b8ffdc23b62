import { applyPatch } from 'diff';
import type { Backend } from '../../lib/backend/backend';
import type { ComparedSide, Json, ToolRow } from '../../lib/backend/types';
import { type Hunk, hunksBetween, hunksOf } from '../../lib/diff/patch';
import { obj, str } from '../thread/tools';

/** How many rows are looked at for an edit, from either end. */
const MOST = 60;
const NAMELESS = { oldFileName: '', newFileName: '', oldHeader: undefined, newHeader: undefined };
const WRITES = new Set(['Edit', 'MultiEdit', 'Write']);

/** A file before the first edit of a branch and after the last one; null where the branch has none. */
type Course = { before: string; after: string } | null;

/** What an edit made of a file, from its raw record: the file as it was, and its changes. */
export function madeOf(tool: ToolRow['tool'], record: string): { before: string; after: string } {
  const detail = obj(obj(JSON.parse(record) as Json).toolUseResult);
  const before = str(detail.originalFile) || str(detail.originalFileContents);
  if (tool.name === 'Write') return { before, after: str(tool.input.content) };
  const hunks = hunksOf(detail.structuredPatch).map((hunk) => ({ ...hunk, ...lengths(hunk) }));
  const after = before !== '' && hunks.length > 0 && applyPatch(before, { ...NAMELESS, hunks });
  if (after === false) throw new Error('the file as it was is not recorded');
  return { before, after };
}

function lengths({ lines }: Hunk): { oldLines: number; newLines: number } {
  const n = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0) || ' ')).length;
  return { oldLines: n(' -'), newLines: n(' +') };
}

/**
 * What differs in a file between the ends of two branches, rebuilt from the edits that are recorded. An error says
 * why it cannot be: an agent edited it, or a client that keeps no copy of what it edits.
 */
export async function differs(
  backend: Backend,
  sides: readonly [ComparedSide, ComparedSide],
  path: string,
  signal: AbortSignal,
): Promise<Hunk[]> {
  const [a, b] = await Promise.all([
    courseOf(backend, sides[0], path, signal),
    courseOf(backend, sides[1], path, signal),
  ]);
  if (!a && !b) throw new Error('no edit of it is recorded');
  // A branch that did not touch it has it as the other one found it.
  return hunksBetween(a?.after ?? b?.before ?? '', b?.after ?? a?.before ?? '');
}

async function courseOf(
  backend: Backend,
  { session, tip, turns }: ComparedSide,
  path: string,
  signal: AbortSignal,
): Promise<Course> {
  const parted = turns[0]?.row ?? Infinity;
  const { rows } = await backend.touching(session, tip, path, signal);
  const own = rows.filter((row) => row >= parted);
  const edit = async (places: readonly number[]) => {
    for (const at of places.slice(0, MOST)) {
      const row = (await backend.rows(session, tip, at, 1, signal)).rows[0];
      if (row?.kind !== 'tool') continue;
      if (row.sidechain) throw new Error('an agent worked on it');
      if (WRITES.has(row.tool.name) && row.tool.status === 'ok')
        return madeOf(
          row.tool,
          await backend.record(row.session ?? session, row.tool.resultUuid ?? row.uuid, signal),
        );
    }
    return null;
  };
  const [first, last] = [await edit(own), await edit(own.toReversed())];
  return first && last && { before: first.before, after: last.after };
}
