import { toBackendError } from '../../lib/backend/call';
import type { Row, SearchHit, Segment, Wish } from '../../lib/backend/types';
import type { ThreadTarget } from '../thread/target';
import type { Layers } from '../../layers.svelte';
import type { OutlineState } from '../outline/outline.svelte';
import type { SearchState } from '../search/search.svelte';
import type { AtHand } from '../thread/athand';
import type { OpenBranch } from '../thread/branch.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { ResumeState } from './resume.svelte';

/** What says where somebody is who goes on. */
export interface PlaceHost {
  readonly branch: OpenBranch;
  readonly layers: Layers;
  readonly outline: OutlineState;
  readonly resume: ResumeState;
  readonly search: SearchState;
  readonly atHand: AtHand;
  readonly thread: ThreadState;
  readonly say: (message: string) => void;
}

/** The branch that is open, as it goes on itself. */
export function wholeSession(app: PlaceHost): Wish | null {
  const session = app.branch.session;
  return session ? { session: session.id, tip: app.thread.target?.tip ?? '' } : null;
}

/** Does something with a place that is looked up, where there is one; `what` says that it was not done. */
export function withPlace(
  app: PlaceHost,
  place: Promise<Wish | null>,
  what: string,
  act: (wish: Wish) => unknown,
): void {
  place
    .then((wish) => wish && act(wish))
    .catch((error: unknown) => {
      app.say(`${what}: ${toBackendError(error).message}`);
    });
}

/** Shows what would run from a place. */
export function askAt(app: PlaceHost, place: Promise<Wish | null>, more: Partial<Wish> = {}): void {
  withPlace(app, place, 'Not shown', (wish) => app.resume.ask({ ...wish, ...more }));
}

/** Behind the last record of a node of the tree. */
export const behindNode = ({ session, tip }: Segment): Wish => ({ session, record: tip });

/**
 * The place that a command means: the node of the tree where its menu or the keys stand, the hit that
 * is looked at, else the row at hand. What answers a prompt belongs to it. What is meant is decided at
 * once; a row that is not there yet is read, since another place is not meant instead.
 */
export async function placeAtHand(app: PlaceHost): Promise<Wish | null> {
  if (app.layers.session?.pane === 'sidebar') return wholeSession(app);
  const hit = hitAtHand(app);
  if (hit) return behindHit(hit);
  const node = nodeAtHand(app);
  if (node) return markedRow(app) === null ? behindNode(node) : behindTurn(app, app.outline.marked);
  const { target } = app.thread;
  const spot = rowAtHand(app);
  if (spot === null || !target) return wholeSession(app);
  const row = typeof spot === 'number' ? await app.thread.readRow(spot) : spot;
  return row ? behind(row, target) : null;
}

/** Behind a prompt of the open thread, and behind what answers it. */
export async function behindTurn({ thread, branch }: PlaceHost, turn: number): Promise<Wish | null> {
  const { target, skeleton } = thread;
  const at = skeleton?.turns.rows[turn];
  if (at === undefined || !target) return null;
  // Behind the last one the branch goes on by itself.
  if (branch.leaf && turn + 1 === skeleton?.turns.length) return behindNode(branch.leaf);
  const row = await thread.readRow(at);
  return row ? behind(row, target) : null;
}

/** Whether there is a prompt that can be asked again instead. */
export const hasPrompt = (app: PlaceHost) => promptSpot(app) !== null;

/** The prompt that is asked again instead: that of the node, or the one above the row at hand. */
export async function promptAtHand(app: PlaceHost): Promise<Wish | null> {
  const spot = promptSpot(app);
  const session = app.thread.target?.session ?? '';
  const prompt = typeof spot === 'number' ? await app.thread.readRow(spot) : spot;
  return prompt ? { session: prompt.session ?? session, record: prompt.uuid, before: true } : null;
}

function promptSpot(app: PlaceHost): Pick<Row, 'session' | 'uuid'> | number | null {
  const hit = hitAtHand(app);
  if (hit) return isAsked(hit) ? hit : null;
  const node = nodeAtHand(app);
  if (node) return markedRow(app) ?? { session: node.session, uuid: node.first };
  const row = rowAtHand(app);
  if (row === null) return null;
  if (typeof row === 'object' && row.kind === 'prompt') return row;
  const turns = app.thread.skeleton?.turns.rows;
  return turns?.[(typeof row === 'number' ? turnOf(app, row) : row.turn) - 1] ?? null;
}

const turnOf = ({ thread }: PlaceHost, row: number) => thread.skeleton?.rows.turns[row] ?? 0;

/** The hit of the search that is looked at. */
const hitAtHand = ({ search, layers }: PlaceHost) => (search.open && !layers.row ? search.hit : undefined);

const isAsked = ({ kind }: { kind: string }) => kind === 'prompt' || kind === 'command';

/** A message from elsewhere opens a turn, but there is no prompt of the reader's to edit. */
const opensTurn = (row: { kind: string }) => isAsked(row) || row.kind === 'message';

/** Nothing goes on from inside an agent: there its session goes on. */
export function behindHit(hit: SearchHit): Wish {
  const { session, uuid: record } = hit;
  return hit.agent || hit.sidechain || record === ''
    ? { session }
    : { session, record, turn: opensTurn(hit) };
}

/** The node of the tree, where the keys or a menu of the tree mean one. */
function nodeAtHand({ branch: { node }, layers }: PlaceHost): Segment | null {
  if (!node || node.tip === '' || layers.row) return null;
  const there = document.activeElement?.closest('section.tree') != null;
  return there || layers.session?.pane === 'tree' ? node : null;
}

/** The prompt that is marked in the outline of a chat without branches; null where a tree stands. */
function markedRow({ outline, thread }: PlaceHost): number | null {
  return inAgent(thread.target) ? null : (thread.skeleton?.turns.rows[outline.marked] ?? null);
}

/** The row at hand of the open thread, by its number where it may still have to be read; null inside an agent. */
function rowAtHand({ atHand, thread }: PlaceHost): Row | number | null {
  if (!thread.skeleton || inAgent(thread.target)) return null;
  return atHand.meant ?? (thread.skeleton.total > 0 ? (thread.cursorRow ?? thread.place.topRow) : null);
}

const inAgent = (target: ThreadTarget | null) => (target?.agents?.length ?? 0) > 0;

/** The place behind a row of the open thread, and behind what answers it. */
function behind(row: Row, target: ThreadTarget): Wish {
  const tip = row.session === undefined ? target.tip : '';
  return { session: row.session ?? target.session, record: row.uuid, tip, turn: opensTurn(row) };
}
