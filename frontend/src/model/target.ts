import { toBackendError } from '../lib/backend/call';
import type { Row, Segment, Wish } from '../lib/backend/types';
import { m } from '../lib/messages';
import type { AppState } from './app.svelte';
import type { RecordRef, Target } from './shell/target';

/**
 * What a command acts on: the row of an open menu, else the marked entry of the focused pane; null for the
 * whole session. It is decided at once; a row that is missing is loaded when the command runs.
 */
export function currentTarget(app: AppState): Target | null {
  const { layers, search, panes, branch, outline, thread, tree } = app;
  if (layers.session) return layers.session.target;
  if (layers.row) return { kind: 'row', row: layers.row.row };
  if (search.open) return search.answers.hit ? { kind: 'hit', hit: search.answers.hit } : null;
  const inAgent = thread.agents.length > 0;
  const turn = inAgent || outline.marked < 0 ? null : ({ kind: 'turn', turn: outline.marked } as const);
  if (panes.current === 'tree' && !tree.view.outlined)
    return branch.node && { kind: 'node', segment: branch.node };
  if (panes.current === 'tree' && turn) return turn;
  if (inAgent || !thread.skeleton || thread.skeleton.total === 0) return null;
  const row = thread.pointed() ?? thread.cursor.row;
  if (row !== null) return { kind: 'row', row };
  return turn ?? { kind: 'row', row: thread.scroll.topRow };
}

/** The session of a target; null if there is none. */
export function sessionOf(app: AppState, target = currentTarget(app)): string | null {
  if (target?.kind === 'chat') return target.session;
  if (target?.kind === 'node') return target.segment.session;
  if (target?.kind === 'hit') return target.hit.session;
  return app.branch.session?.id ?? null;
}

/** The open branch, continued at its end. */
export function wholeSession(app: AppState): Wish | null {
  const session = app.branch.session;
  return session ? { session: session.id, tip: app.thread.target?.tip ?? '' } : null;
}

/** Where a target is continued: after the record, and of a prompt after its answer. */
export async function wishAt(app: AppState, target = currentTarget(app)): Promise<Wish | null> {
  switch (target?.kind) {
    case 'chat':
      return { session: target.session };
    case 'node':
      return behindNode(target.segment);
    case 'hit':
      return behindHit(target.hit);
    case 'turn':
      return behindTurn(app, target.turn);
    case 'row': {
      const row = await rowOf(app, target.row);
      return row && behindRow(app, row);
    }
    default:
      return wholeSession(app);
  }
}

/** Whether a target has a prompt to edit. */
export const hasPrompt = (app: AppState, target = currentTarget(app)) => promptSpot(app, target) !== null;

/** The place before the prompt to edit: that of the node, or the one above the row. */
export async function promptOf(app: AppState, target = currentTarget(app)): Promise<Wish | null> {
  const spot = promptSpot(app, target);
  const session = app.thread.target?.session ?? '';
  const prompt = typeof spot === 'number' ? await app.thread.pages.readRow(spot) : spot;
  return prompt ? { session: prompt.session ?? session, record: prompt.uuid, before: true } : null;
}

function promptSpot(app: AppState, target: Target | null): Pick<Row, 'session' | 'uuid'> | number | null {
  const turns = app.thread.skeleton?.turns.rows;
  switch (target?.kind) {
    case 'hit':
      return isAsked(target.hit) ? target.hit : null;
    case 'node':
      return { session: target.segment.session, uuid: target.segment.first };
    case 'turn':
      return turns?.[target.turn] ?? null;
    case 'row': {
      const { row } = target;
      if (typeof row === 'object' && row.kind === 'prompt') return row;
      const turn = typeof row === 'number' ? (app.thread.skeleton?.rows.turns[row] ?? 0) : row.turn;
      return turns?.[turn - 1] ?? null;
    }
    default:
      return null;
  }
}

/** The place after the last record of a node of the tree. */
export const behindNode = ({ session, tip }: Segment): Wish => ({ session, record: tip });

const isAsked = ({ kind }: { kind: string }) => kind === 'prompt' || kind === 'command';

/** A message from another session starts a turn, but it is no prompt that the user could edit. */
const opensTurn = (row: { kind: string }) => isAsked(row) || row.kind === 'message';

/** The place after a hit. Inside an agent, which cannot be resumed, it is its session. */
export function behindHit(hit: RecordRef): Wish {
  const { session, uuid: record } = hit;
  return hit.agent || hit.sidechain || record === ''
    ? { session }
    : { session, record, turn: opensTurn(hit) };
}

/** The place after a turn of the open thread; after the last one it is the end of the branch. */
async function behindTurn(app: AppState, turn: number): Promise<Wish | null> {
  const { skeleton } = app.thread;
  const at = skeleton?.turns.rows[turn];
  if (at === undefined) return null;
  if (app.branch.leaf && turn + 1 === skeleton?.turns.length) return behindNode(app.branch.leaf);
  const row = await app.thread.pages.readRow(at);
  return row ? behindRow(app, row) : null;
}

async function rowOf(app: AppState, row: Row | number): Promise<Row | null> {
  return typeof row === 'number' ? ((await app.thread.pages.readRow(row)) ?? null) : row;
}

function behindRow({ thread }: AppState, row: Row): Wish | null {
  const { target } = thread;
  if (!target) return null;
  const tip = row.session === undefined ? target.tip : '';
  return { session: row.session ?? target.session, record: row.uuid, tip, turn: opensTurn(row) };
}

/** Calls `act` with a place once it is loaded, if there is one; `failed` is the message if that fails. */
export function withWish(
  app: AppState,
  wish: Promise<Wish | null>,
  failed: (of: { why: string }) => string,
  act: (wish: Wish) => unknown,
): void {
  wish
    .then((known) => known && act(known))
    .catch((error: unknown) => {
      app.say(failed({ why: toBackendError(error).message }));
    });
}

/** Shows the resume command of a wish. */
export function askAt(app: AppState, wish: Promise<Wish | null>, more: Partial<Wish> = {}): void {
  withWish(app, wish, m.resume_plan_failed, (known) => app.resume.ask({ ...known, ...more }));
}
