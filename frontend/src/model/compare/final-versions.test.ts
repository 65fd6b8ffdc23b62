import { expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import type { ComparedSide, Row, ToolRow } from '../../lib/backend/types';
import { compareFinalVersions } from './final-versions';

const FILE = 'one\ntwo\nthree\n';
const PATCH = (line: string) => [{ oldStart: 2, newStart: 2, lines: ['-two', `+${line}`] }];

const edit = (uuid: string, name = 'Edit'): ToolRow =>
  ({ kind: 'tool', uuid, time: '', tool: { id: uuid, name, status: 'ok', input: {}, result: '' } }) as never;

/** Two branches: the rows of each by session, and their raw records. */
function branches(rows: Record<string, Row[]>, records: Record<string, object>) {
  const backend = fakeBackend();
  vi.spyOn(backend, 'touching').mockImplementation((session) =>
    Promise.resolve({ session, file: 'x', rows: (rows[session] ?? []).map((_, i) => i) }),
  );
  const asked = vi.spyOn(backend, 'rows').mockImplementation((session, _tip, from, count) =>
    // A page ends with its bytes, here after three rows.
    Promise.resolve({ from, rows: rows[session]?.slice(from, from + Math.min(count, 3)) } as never),
  );
  vi.spyOn(backend, 'record').mockImplementation((_session, uuid) =>
    Promise.resolve(JSON.stringify({ toolUseResult: records[uuid] })),
  );
  const side = (session: string) => ({ session, tip: '', turns: [{ row: 0 }] }) as ComparedSide;
  const ask = () => compareFinalVersions(backend, [side('a'), side('b')], 'x', new AbortController().signal);
  const lines = async () =>
    (await ask()).flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')));
  return Object.assign(lines, { asked });
}

it('is what both last made of a file', async () => {
  const ask = branches(
    { a: [edit('a1')], b: [edit('b1'), edit('b2')] },
    {
      a1: { originalFile: FILE, structuredPatch: PATCH('zwei') },
      b1: { originalFile: FILE, structuredPatch: PATCH('deux') },
      b2: {
        originalFile: 'one\ndeux\nthree\n',
        structuredPatch: [{ oldStart: 1, newStart: 1, lines: ['-one', '+un'] }],
      },
    },
  );
  expect(await ask()).toEqual(['-one', '-zwei', '+un', '+deux']);
});

it('asks for calls that lie near each other at once', async () => {
  const read = (uuid: string) => edit(uuid, 'Read');
  const ask = branches(
    { a: [read('a1'), read('a2'), edit('a3'), read('a4'), edit('a5')] },
    {
      a3: { originalFile: FILE, structuredPatch: PATCH('zwei') },
      a5: {
        originalFile: 'one\nzwei\nthree\n',
        structuredPatch: [{ oldStart: 2, newStart: 2, lines: ['-zwei', '+due'] }],
      },
    },
  );
  expect(await ask()).toEqual(['-due', '+two']);
  expect(ask.asked.mock.calls.map(([, , from, count]) => [from, count])).toEqual([
    [0, 5],
    [3, 2],
  ]);
});

it('takes the file as the other branch found it where one did not touch it', async () => {
  const ask = branches({ b: [edit('b1')] }, { b1: { originalFile: FILE, structuredPatch: PATCH('deux') } });
  expect(await ask()).toEqual(['-two', '+deux']);
});

it('says why it cannot be rebuilt', async () => {
  const bare = branches({ a: [edit('a1')] }, { a1: { structuredPatch: PATCH('zwei') } });
  await expect(bare()).rejects.toThrow('The original content was not recorded.');
  const other = branches(
    { a: [edit('a1')] },
    { a1: { originalFile: 'else\n', structuredPatch: PATCH('zwei') } },
  );
  await expect(other()).rejects.toThrow('not recorded');
  const agent = branches({ a: [{ ...edit('a1', 'Task'), sidechain: {} } as never] }, {});
  await expect(agent()).rejects.toThrow('An agent edited it.');
});
