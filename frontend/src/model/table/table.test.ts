import { expect, it } from 'vitest';
import wire from '../../../../testdata/wire/details.json';
import type { ChatDetails, ChatSummary } from '../../lib/backend/types';
import { columns, parseView, tableRow, viewText } from './columns';
import { copied } from './copied';
import { sortedBy } from './sorted';

const chat = (id: string, change: Partial<ChatSummary> = {}): ChatSummary => ({
  ...{ id, title: id, titleFrom: 'first-prompt', titled: '', project: '/w/app', projectName: 'app' },
  ...{ projectDisplay: '~/app', start: '2026-11-01T10:00:00Z', end: '2026-11-02T10:00:00Z', sessions: 1 },
  ...{ branches: 1, turns: 1, agents: 0, live: false, expiresInDays: null, archived: false, newestLeaf: id },
  ...{ gitBranch: '', state: '', outcome: '', partial: false, malformed: 0, bytes: 0, starred: false },
  ...{ tags: [], note: '' },
  ...change,
});
const rows = (...chats: ChatSummary[]) => chats.map((one) => tableRow(one, undefined, 'app'));
const column = (id: string) => {
  const found = columns.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const ids = (list: ReturnType<typeof rows>, by: string, descending = false) =>
  sortedBy(list, column(by), descending).map((row) => row.chat.id);

it('sorts texts without case and accents, numbers by size, and keeps the order of equal rows', () => {
  const list = rows(
    chat('c', { title: 'Über', turns: 10 }),
    chat('a', { title: 'undo', turns: 9 }),
    chat('b', { title: 'Alpha', turns: 10 }),
  );
  expect(ids(list, 'title')).toEqual(['b', 'c', 'a']);
  expect(ids(list, 'title', true)).toEqual(['a', 'c', 'b']);
  expect(ids(list, 'turns')).toEqual(['a', 'c', 'b']);
  expect(ids(list, 'turns', true)).toEqual(['c', 'b', 'a']);
});

it('sorts rows without a value last in either direction', () => {
  const list = rows(
    chat('none', { gitBranch: '', expiresInDays: null, end: 'no time' }),
    chat('today', { gitBranch: 'main', expiresInDays: 0, end: '2026-11-01T10:00:00Z' }),
    chat('later', { gitBranch: 'dev', expiresInDays: 6, end: '2026-11-03T10:00:00Z' }),
  );
  for (const [by, up] of [
    ['expires', ['today', 'later', 'none']],
    ['end', ['today', 'later', 'none']],
    ['branch', ['later', 'today', 'none']],
  ] as const) {
    expect(ids(list, by), by).toEqual(up);
    expect(ids(list, by, true), by).toEqual([up[1], up[0], 'none']);
  }
});

it('shows the details that the engine sends', () => {
  const [details] = wire.chats as ChatDetails[];
  const row = tableRow(chat('x'), details, 'app');
  const shown = (id: string) => column(id).shown?.(row, 0) ?? column(id).value(row);
  expect(['model', 'version', 'entrypoint', 'relation', 'files', 'tokens', 'cost'].map(shown)).toEqual([
    ...['opus 4.8', '2.1.215', 'cli', 'Forked', '1', '6.2k', '$0.14'],
  ]);
  // Before they are there, a cell is empty.
  const bare = tableRow(chat('x'), undefined, 'app');
  for (const id of ['files', 'tokens', 'cost']) expect(column(id).shown?.(bare, 0), id).toBe('');
  // A chat without a known price shows no cost, and a sum says that it lacks something.
  const priced = (change: Partial<ChatDetails>) =>
    column('cost').shown?.(tableRow(chat('x'), { ...(details as ChatDetails), ...change }, 'app'), 0);
  expect(priced({ cost: 0, unpriced: 10 })).toBe('');
  expect(priced({ cost: 2, unpriced: 10 })).toBe('$2.00+');
  expect(priced({ cost: 0, unpriced: 0 })).toBe('$0.00');
});

it('reads the view that it saves, ignores unknown columns, and always shows the title', () => {
  const view = { shown: [column('title'), column('size')], by: column('turns'), descending: true };
  expect(viewText(view)).toBe('-turns title size');
  expect(parseView(viewText(view))).toEqual(view);
  expect(parseView('end nonsense size').shown.map(({ id }) => id)).toEqual(['title', 'size']);
  for (const bad of ['', 'nonsense', '- -'])
    expect(viewText(parseView(bad))).toBe('-end title project end turns model branch agents files size');
});

it('copies rows so that a spreadsheet takes nothing for a formula, and no text for two cells', () => {
  const list = rows(
    chat('a', { title: '=HYPERLINK("http://x")', turns: 1200, end: '2026-11-02T10:00:00Z' }),
    chat('b', { title: 'one,\ttwo\nthree', turns: 0, end: '' }),
  );
  const shown = [column('title'), column('turns'), column('end'), column('expires')];
  expect(copied(list, shown, 'tsv')).toBe(
    'Title\tTurns\tEnd\tExpires\n' +
      '\'=HYPERLINK("http://x")\t1200\t2026-11-02T10:00:00Z\t\n' +
      'one, two three\t0\t\t\n',
  );
  expect(copied(list, shown, 'csv')).toBe(
    'Title,Turns,End,Expires\r\n' +
      '"\'=HYPERLINK(""http://x"")",1200,2026-11-02T10:00:00Z,\r\n' +
      '"one,\ttwo\nthree",0,,\r\n',
  );
});
