import type { ChatDetails, ChatSummary } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { bytes, chatName, count, dollars, modelName, thousands } from '../../lib/text';
import { timeOfDay } from '../../lib/time/relative';
import { listedIn } from '../chats/rows';

/** A row of the table. */
export interface TableRow {
  readonly chat: ChatSummary;
  /** Undefined until the details are loaded. */
  readonly details: ChatDetails | undefined;
  readonly name: string;
  readonly project: string;
}

export interface Column {
  readonly id: string;
  readonly label: string;
  /** The least width, in pixels. */
  readonly width: number;
  /** Whether its values are numbers, and their largest comes first. */
  readonly isNumber?: boolean;
  /** The key for sorting; '' and NaN are no value. */
  readonly value: (row: TableRow) => string | number;
  /** The text of a cell; the value by default. `now` is the current time. */
  readonly shown?: (row: TableRow, now: number) => string;
  /** The copied text; the value by default. */
  readonly copied?: (row: TableRow) => string;
}

const number = (id: string, label: string, value: (row: TableRow) => number | undefined): Column => ({
  ...{ id, label, width: 76, isNumber: true },
  value: (row) => value(row) ?? NaN,
  shown: (row) => {
    const n = value(row);
    return n === undefined ? '' : count(n);
  },
});

const time = (id: 'start' | 'end', label: string): Column => ({
  ...{ id, label, width: 128, isNumber: true },
  value: ({ chat }) => Date.parse(chat[id]),
  shown: ({ chat }, now) => timeOfDay(chat[id], now),
  copied: ({ chat }) => chat[id],
});

const text = (id: string, label: string, width: number, value: (row: TableRow) => string): Column => ({
  ...{ id, label, width },
  value,
});

/** The estimate in dollars; undefined if nothing that was spent has a known price. */
const priced = (details: ChatDetails | undefined) =>
  details === undefined || (details.cost === 0 && details.unpriced > 0) ? undefined : details.cost;

/** The estimate; "+" after it says that some tokens have no known price. */
const cost = (details: ChatDetails | undefined): string => {
  const n = priced(details);
  return n === undefined ? '' : dollars(n) + (details?.unpriced ? '+' : '');
};

const relations = {
  root: m.table_started_new,
  resumed: m.table_started_resumed,
  forked: m.table_started_forked,
};

/** All columns that the table can show, in order. */
export const columns: readonly Column[] = [
  text('title', m.table_title_column(), 280, ({ name }) => name),
  {
    ...text('project', m.table_project(), 150, ({ project }) => project),
    copied: ({ chat }) => listedIn(chat),
  },
  time('start', m.table_start()),
  time('end', m.table_end()),
  number('turns', m.word_turns(), ({ chat }) => chat.turns),
  {
    ...number('tokens', m.word_new_tokens(), ({ details }) => details?.tokens),
    shown: ({ details }) => (details ? thousands(details.tokens) : ''),
  },
  {
    ...number('cost', m.word_estimate(), ({ details }) => priced(details)),
    shown: ({ details }) => cost(details),
  },
  {
    ...text('model', m.word_model(), 104, ({ details }) => details?.model ?? ''),
    shown: ({ details }) => modelName(details?.model ?? ''),
  },
  text('branch', m.table_branch(), 130, ({ chat }) => chat.gitBranch),
  number('branches', m.table_branches(), ({ chat }) => chat.branches),
  number('agents', m.word_agents(), ({ chat }) => chat.agents),
  number('files', m.word_files(), ({ details }) => details?.files),
  { ...number('size', m.word_size(), ({ chat }) => chat.bytes), shown: ({ chat }) => bytes(chat.bytes) },
  text('version', m.word_version(), 84, ({ details }) => details?.version ?? ''),
  text('entrypoint', m.table_entrypoint(), 110, ({ details }) => details?.entrypoint ?? ''),
  text('relation', m.table_started(), 104, ({ details }) => (details ? relations[details.relation]() : '')),
  {
    ...number('expires', m.table_expires(), ({ chat }) => chat.expiresInDays ?? undefined),
    width: 96,
    shown: ({ chat }) =>
      chat.expiresInDays === null ? '' : m.table_expires_in({ count: chat.expiresInDays }),
  },
  text('tags', m.word_tags(), 120, ({ chat }) => chat.tags.join(' ')),
];

/** The chosen columns and the order of the rows. */
export interface TableView {
  readonly shown: readonly Column[];
  readonly by: Column;
  readonly descending: boolean;
}

/** What the table shows until the person chooses. */
const USUAL = ['-end', 'title', 'project', 'end', 'turns', 'model', 'branch', 'agents', 'files', 'size'].join(
  ' ',
);

/**
 * Parses a saved view: the id of the column that sorts, after "-" if it is descending, and the ids of the shown
 * columns. Unknown ids are ignored. The title is always shown: it names the row.
 */
export function parseView(saved: string): TableView {
  const [order = '', ...ids] = saved.split(' ');
  const by = columns.find(({ id }) => id === order.replace(/^-/, ''));
  if (!by) return parseView(USUAL);
  const shown = columns.filter(({ id }) => id === 'title' || ids.includes(id));
  return { shown, by, descending: order.startsWith('-') };
}

export function viewText({ shown, by, descending }: TableView): string {
  return [(descending ? '-' : '') + by.id, ...shown.map(({ id }) => id)].join(' ');
}

/** The row of a chat. */
export function tableRow(chat: ChatSummary, details: ChatDetails | undefined, project: string): TableRow {
  return { chat, details, name: chatName(chat), project };
}
