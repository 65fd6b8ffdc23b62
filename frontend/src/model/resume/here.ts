import { toBackendError } from '../../lib/backend/call';
import type { Row, SearchHit, Segment, Wish } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import type { ThreadTarget } from '../place/target';
import type { Layers } from '../shell/layers.svelte';
import type { OutlineState } from '../outline/outline.svelte';
import type { SearchState } from '../search/search.svelte';
import type { AtHand } from '../thread/athand';
import type { OpenBranch } from '../thread/branch.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { ResumeState } from './resume.svelte';

/** The parts of the window that tell where to continue from. */
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

/** The open branch, continued at its end. */
export function wholeSession(app: PlaceHost): Wish | null {
  const session = app.branch.session;
  return session ? { session: session.id, tip: app.thread.target?.tip ?? '' } : null;
}

/** Calls `act` with a place once it is loaded, if there is one; `failed` is the message if that fails. */
export function withPlace(
  app: PlaceHost,
  place: Promise<Wish | null>,
  failed: (of: { why: string }) => string,
  act: (wish: Wish) => unknown,
): void {
  place
    .then((wish) => wish && act(wish))
    .catch((error: unknown) => {
      app.say(failed({ why: toBackendError(error).message }));
    });
}

/** Shows the resume command for a place. */
export function askAt(app: PlaceHost, place: Promise<Wish | null>, more: Partial<Wish> = {}): void {
  withPlace(app, place, m.resume_plan_failed, (wish) => app.resume.ask({ ...wish, ...more }));
}

/** The place after the last record of a node of the tree. */
export const behindNode = ({ session, tip }: Segment): Wish => ({ session, record: tip });

/**
 * The place that a command applies to: the node of the tree if the tree has the focus or the menu, the
 * active hit of the search, else the row at hand. The place after a prompt is after its answer. It is
 * decided at once; a row that is not loaded yet is loaded.
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

/** The place after a turn of the open thread. */
export async function behindTurn({ thread, branch }: PlaceHost, turn: number): Promise<Wish | null> {
  const { target, skeleton } = thread;
  const at = skeleton?.turns.rows[turn];
  if (at === undefined || !target) return null;
  // After the last turn the place is the end of the branch.
  if (branch.leaf && turn + 1 === skeleton?.turns.length) return behindNode(branch.leaf);
  const row = await thread.readRow(at);
  return row ? behind(row, target) : null;
}

/** Whether there is a prompt to edit. */
export const hasPrompt = (app: PlaceHost) => promptSpot(app) !== null;

/** The place before the prompt to edit: that of the node, or the one above the row at hand. */
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

/** The record of the selected entry of the search. */
const hitAtHand = ({ search, layers }: PlaceHost) => (search.open && !layers.row ? search.hit : undefined);

const isAsked = ({ kind }: { kind: string }) => kind === 'prompt' || kind === 'command';

/** A message from another session starts a turn, but it is no prompt that the user could edit. */
const opensTurn = (row: { kind: string }) => isAsked(row) || row.kind === 'message';

/** The place after a hit. Inside an agent, which cannot be resumed, it is its session. */
export function behindHit(hit: Pick<SearchHit, 'session' | 'uuid' | 'kind' | 'agent' | 'sidechain'>): Wish {
  const { session, uuid: record } = hit;
  return hit.agent || hit.sidechain || record === ''
    ? { session }
    : { session, record, turn: opensTurn(hit) };
}

/** The node of the tree, if the tree has the focus or the menu. */
function nodeAtHand({ branch: { node }, layers }: PlaceHost): Segment | null {
  if (!node || node.tip === '' || layers.row) return null;
  const there = document.activeElement?.closest('section.tree') != null;
  return there || layers.session?.pane === 'tree' ? node : null;
}

/** The prompt that is marked in the outline of a chat without branches; null in a tree. */
function markedRow({ outline, thread }: PlaceHost): number | null {
  return inAgent(thread.target) ? null : (thread.skeleton?.turns.rows[outline.marked] ?? null);
}

/** The row at hand of the open thread, its number if it may not be loaded; null inside an agent. */
function rowAtHand({ atHand, thread }: PlaceHost): Row | number | null {
  if (!thread.skeleton || inAgent(thread.target)) return null;
  return atHand.meant ?? (thread.skeleton.total > 0 ? (thread.cursorRow ?? thread.scroll.topRow) : null);
}

const inAgent = (target: ThreadTarget | null) => (target?.agents?.length ?? 0) > 0;

/** The place after a row of the open thread, after its answer if it is a prompt. */
function behind(row: Row, target: ThreadTarget): Wish {
  const tip = row.session === undefined ? target.tip : '';
  return { session: row.session ?? target.session, record: row.uuid, tip, turn: opensTurn(row) };
}
