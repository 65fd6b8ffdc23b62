import type { AgentRef } from './backend/types';

/** A location that can be written as text: saved for the next start, copied, pasted, opened from outside. */
export interface Link {
  readonly session: string;
  /** The target record, or the one at the top of the view; '' for the end of the branch. */
  readonly record: string;
  readonly block: number;
  /** The last record of the branch; '' for the session's active branch. */
  readonly tip: string;
  /** The agents that are open alone, each inside the one before it. */
  readonly agents: readonly AgentRef[];
  /** The scroll offset in the record's row, in pixels; null to show the record as a target. */
  readonly offset: number | null;
  /** The text of the find bar; null if it is closed. */
  readonly find: string | null;
  /** The search query; null if no results are open. */
  readonly search: string | null;
}

const ID = /^[\w.-]{1,200}$/;
/** The id of a session may end with the number of a copy. */
const SESSION = /^[\w.-]{1,200}(?:~\d{1,6})?$/;
const RECORD = /^[0-9a-f-]{8,64}$/i;
/** Links are untrusted: a longer text is not a link. */
const LONGEST = 4_000;
const MOST_AGENTS = 32;

/** A link to a session, or to a record in it. */
export function linkTo(session: string, record = '', more: Partial<Link> = {}): Link {
  const usual = { block: 0, tip: '', agents: [], offset: null, find: null, search: null };
  return { ...usual, ...more, session, record };
}

/** Formats a link without default values. */
export function linkText({ session, record, block, tip, agents, offset, find, search }: Link): string {
  const more = new URLSearchParams();
  if (block > 0) more.set('block', String(block));
  if (tip !== '') more.set('tip', tip);
  for (const ref of agents) more.append('agent', 'agent' in ref ? ref.agent : `first:${ref.first}`);
  if (offset !== null) more.set('offset', String(Math.round(offset)));
  if (find !== null) more.set('find', find);
  if (search !== null) more.set('search', search);
  const query = more.toString();
  return `dendro://${session}${record === '' ? '' : `/${record}`}${query === '' ? '' : `?${query}`}`;
}

/** Parses a link; null if the text is not a valid one. */
export function parseLink(text: string): Link | null {
  const parts =
    text.length <= LONGEST
      ? /^dendro:\/\/([^/?#\s]+)(?:\/([^/?#\s]*))?(?:\?([^#\s]*))?$/i.exec(text.trim())
      : null;
  const [, session = '', record = '', query = ''] = parts ?? [];
  if (!SESSION.test(session) || (record !== '' && !RECORD.test(record))) return null;
  const more = new URLSearchParams(query);
  const agents = more.getAll('agent').map(agentOf);
  const tip = more.get('tip') ?? '';
  const block = numberOf(more.get('block') ?? '0');
  const offset = more.has('offset') ? numberOf(more.get('offset') ?? '') : null;
  if (block === null || (more.has('offset') && offset === null) || agents.length > MOST_AGENTS) return null;
  if (tip !== '' && !ID.test(tip)) return null;
  const refs = agents.filter((ref) => ref !== null);
  if (refs.length < agents.length) return null;
  return {
    session,
    record,
    block,
    tip,
    agents: refs,
    offset,
    find: more.get('find'),
    search: more.get('search'),
  };
}

function agentOf(text: string): AgentRef | null {
  const first = /^first:(.*)$/.exec(text)?.[1];
  if (first !== undefined) return RECORD.test(first) ? { first } : null;
  return ID.test(text) ? { agent: text } : null;
}

function numberOf(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null;
}
