import { applyPatch } from 'diff';
import { type Backend, BackendError } from '../../lib/backend/backend';
import type { ComparedSide, Json, Row, ToolRow } from '../../lib/backend/types';
import { type Hunk, hunksBetween, hunksOf } from '../../lib/diff/patch';
import { m } from '../../lib/messages';
import { obj, str } from '../thread/tools';

/** Calls within this many rows are requested together. */
const SPAN = 100;
/** How many such spans are searched for an edit, from either end. */
const MOST = 20;
const NAMELESS = { oldFileName: '', newFileName: '', oldHeader: undefined, newHeader: undefined };
const WRITES = new Set(['Edit', 'MultiEdit', 'Write']);

/** A file before the first edit of a branch and after the last one; null where the branch has none. */
type Course = { before: string; after: string } | null;

/** Reads the file before and after an edit from the raw record of the edit. */
export function madeOf(tool: ToolRow['tool'], record: string): { before: string; after: string } {
  const detail = obj(obj(JSON.parse(record) as Json).toolUseResult);
  const before = str(detail.originalFile) || str(detail.originalFileContents);
  if (tool.name === 'Write') return { before, after: str(tool.input.content) };
  const hunks = hunksOf(detail.structuredPatch).map((hunk) => ({ ...hunk, ...lengths(hunk) }));
  const after = before !== '' && hunks.length > 0 && applyPatch(before, { ...NAMELESS, hunks });
  if (after === false) throw new BackendError('unreadable', m.tree_rebuild_no_copy());
  return { before, after };
}

function lengths({ lines }: Hunk): { oldLines: number; newLines: number } {
  const n = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0) || ' ')).length;
  return { oldLines: n(' -'), newLines: n(' +') };
}

/**
 * Computes how a file differs between the ends of two branches, reconstructed from the recorded edits. Fails with
 * the reason if it cannot: an agent edited the file, or the client recorded no copy of it.
 */
export async function compareFinalVersions(
  backend: Backend,
  sides: readonly [ComparedSide, ComparedSide],
  path: string,
  signal: AbortSignal,
): Promise<Hunk[]> {
  const [a, b] = await Promise.all([
    courseOf(backend, sides[0], path, signal),
    courseOf(backend, sides[1], path, signal),
  ]);
  if (!a && !b) throw new BackendError('unreadable', m.tree_rebuild_no_edit());
  // A branch that did not edit the file has the version that the other one started from.
  return hunksBetween(a?.after ?? b?.before ?? '', b?.after ?? a?.before ?? '');
}

async function courseOf(
  backend: Backend,
  side: ComparedSide,
  path: string,
  signal: AbortSignal,
): Promise<Course> {
  const { session, tip, turns } = side;
  const parted = turns[0]?.row ?? Infinity;
  const { rows } = await backend.touching(session, tip, path, signal);
  const spans = spansOf(rows.filter((row) => row >= parted)).map((places) => {
    let found: Promise<ToolRow[]> | undefined;
    return () => (found ??= edits(backend, side, places, signal));
  });
  const made = async (edit: ToolRow | undefined) =>
    edit &&
    madeOf(
      edit.tool,
      await backend.record(edit.session ?? session, edit.tool.resultUuid ?? edit.uuid, signal),
    );
  const nearest = async (from: typeof spans, end: 0 | -1) => {
    for (const span of from.slice(0, MOST)) {
      const edit = (await span()).at(end);
      if (edit?.sidechain) throw new BackendError('unreadable', m.tree_rebuild_agent());
      if (edit) return edit;
    }
    return undefined;
  };
  const first = await made(await nearest(spans, 0));
  const last = await made(await nearest(spans.toReversed(), -1));
  return first && last ? { before: first.before, after: last.after } : null;
}

/** Groups the indices of rows that are within a span. */
function spansOf(places: readonly number[]): number[][] {
  const spans: number[][] = [];
  for (const at of places) {
    const span = spans.at(-1);
    if (span && at - (span[0] ?? at) < SPAN) span.push(at);
    else spans.push([at]);
  }
  return spans;
}

/** The edits and agent calls among the given rows, which are read in one page unless it is too large. */
async function edits(
  backend: Backend,
  { session, tip }: ComparedSide,
  places: readonly number[],
  signal: AbortSignal,
): Promise<ToolRow[]> {
  const found: ToolRow[] = [];
  let page: Row[] = [];
  let from = 0;
  for (const at of places) {
    if (at < from || at >= from + page.length) {
      from = at;
      page = (await backend.rows(session, tip, at, (places.at(-1) ?? at) - at + 1, signal)).rows;
    }
    const row = page[at - from];
    if (row?.kind !== 'tool') continue;
    if (row.sidechain || (WRITES.has(row.tool.name) && row.tool.status === 'ok')) found.push(row);
  }
  return found;
}
