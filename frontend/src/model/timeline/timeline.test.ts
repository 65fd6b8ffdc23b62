import { describe, expect, it } from 'vitest';
import wire from '../../../../testdata/wire/activity.json';
import list from '../../../../testdata/wire/chats.json';
import { MarkKind, type Activity, type ChatSummary } from '../../lib/backend/types';
import { parseView, viewText } from './kept';
import { chatsIn, columns, extent, lanesOf, pieces, rowsOf } from './lanes';
import { DAY, firstSpan, HOUR, snapped, spanName, spanQuery, ticks, widthOf, within, zoomed } from './scale';

const STEP = 900_000;
const at = (text: string) => new Date(text).getTime();
const chat = (id: string, project = '/p') =>
  ({ id, title: id, project, projectName: project.slice(1), turns: 1, agents: 0 }) as ChatSummary;
const lane = (session: string, bins: number[], more = {}) => ({
  session,
  title: session,
  model: 'claude-opus-4-8',
  parent: -1,
  fork: 0,
  step: STEP,
  bins,
  marks: [],
  ...more,
});
const made = (chats: Activity['chats'], known: ChatSummary[]) =>
  lanesOf({ seq: 1, chats }, new Map(known.map((c) => [c.id, c])));

describe('what the engine answers', () => {
  it('becomes lanes: a fork below what it left, colours by project', () => {
    const known = (list as unknown as { chats: ChatSummary[] }).chats;
    const chats = lanesOf(wire, new Map(known.map((c) => [c.id, c])));
    expect(chats.map(({ lanes }) => lanes.length)).toEqual(wire.chats.map((c) => c.lanes.length));
    const [first] = chats;
    expect(first?.lanes[1]?.parent).toBe(first?.lanes[0]);
    expect(first?.lanes[1]?.fork).toBeGreaterThan(0);
    expect(first?.lanes[0]?.count.reduce((a, b) => a + b, 0)).toBe(30);
    expect(first?.lanes[0]?.marks.map(({ kind }) => kind)).toEqual([MarkKind.note, MarkKind.rewind]);
  });

  it('keeps the colours of what came first when something new comes', () => {
    const old = { id: 'old', lanes: [lane('a', [1000, 1, 0])] };
    const before = made([old], [chat('old', '/one')]);
    const after = made(
      [{ id: 'new', lanes: [lane('b', [2000, 1, 0])] }, old],
      [chat('old', '/one'), chat('new', '/two')],
    );
    expect(after[1]?.lanes[0]?.colour).toEqual(before[0]?.lanes[0]?.colour);
    expect(after[0]?.lanes[0]?.colour).not.toBe(after[1]?.lanes[0]?.colour);
  });

  it('leaves out chats of which nobody knows when they were, and those that are gone', () => {
    expect(
      made(
        [
          { id: 'x', lanes: [lane('x', [])] },
          { id: 'gone', lanes: [lane('y', [1, 1, 0])] },
        ],
        [chat('x')],
      ),
    ).toEqual([]);
  });
});

describe('rows', () => {
  const many = Array.from({ length: 9 }, (_, i) =>
    lane(`l${String(i)}`, [1000 + i, 1, 0], { parent: i === 0 ? -1 : 0 }),
  );
  const chats = made(
    [
      { id: 'a', lanes: [lane('a', [5000, 1, 0])] },
      { id: 'b', lanes: many },
    ],
    [chat('a', '/one'), chat('b', '/two')],
  );
  const said = (rows: ReturnType<typeof rowsOf>) =>
    rows.map((row) =>
      row.type === 'lane' ? row.lane.session : row.type === 'more' ? `+${String(row.count)}` : row.name,
    );

  it('stand by project, few branches of a chat unasked, the newest first', () => {
    expect(said(rowsOf(chats, new Set()))).toEqual(['one', 'a', 'two', 'l0', 'l8', 'l7', 'l6', '+5']);
    expect(said(rowsOf(chats, new Set(['b'])))).toHaveLength(13);
  });

  it('a folded project is one row, which says what all of its chats did', () => {
    const rows = rowsOf(chats, new Set(['p:/two']));
    expect(said(rows)).toEqual(['one', 'a', 'two']);
    const [, , two] = rows;
    expect(two?.type === 'project' && two.sum.count.reduce((a, b) => a + b, 0)).toBe(9);
  });

  it('says what is in a span', () => {
    expect(chatsIn(chats, { from: 5000 * STEP, to: 5001 * STEP }).map((c) => c.chat.id)).toEqual(['a']);
    expect(chatsIn(chats, { from: 0, to: 10 })).toEqual([]);
    expect(extent(chats)).toEqual({ from: 1000 * STEP, to: 5001 * STEP });
    const { most, shares } = columns(chats, { from: 1000 * STEP, to: 5001 * STEP }, 2);
    expect([most, shares.map((s) => s[0]).reduce((a = 0, b = 0) => a + b, 0)]).toEqual([9, 9]);
  });
});

describe('a bar', () => {
  const [one] = made([{ id: 'a', lanes: [lane('a', [4200, 10, 0, 1, 30, 15, 96, 40, 0])] }], [chat('a')]);
  const bar = one?.lanes[0];
  it('is as thick as its busiest hour, at every scale', () => {
    if (!bar) throw new Error('no lane');
    expect(pieces(bar, 1)).toEqual({
      ms: STEP,
      at: [4200 * STEP, 4201 * STEP, 4297 * STEP],
      rate: [40, 120, 160],
      failed: [0, 0.5, 0],
    });
    const far = pieces(bar, 10 * DAY);
    expect(far.rate).toEqual([40]);
    expect(far.failed[0]).toBeCloseTo(15 / 80);
    expect(pieces(bar, 10 * DAY)).toBe(far);
  });
});

describe('the axis', () => {
  const view = { from: at('2026-10-01T00:00:00'), to: at('2026-11-20T00:00:00') };
  it('zooms around what is pointed at, and stops near by', () => {
    const point = at('2026-10-11T00:00:00');
    const near = zoomed(view, 0.5, point);
    expect(widthOf(near)).toBe(widthOf(view) / 2);
    expect((point - near.from) / widthOf(near)).toBeCloseTo((point - view.from) / widthOf(view));
    expect(widthOf(zoomed(view, 1e-9, point))).toBe(2 * HOUR);
    expect(within({ from: view.to + DAY, to: view.to + 2 * DAY }, view).from).toBeLessThan(view.to);
  });

  it('has marks of the calendar from hours to years', () => {
    const labels = (from: string, to: string) =>
      ticks({ from: at(from), to: at(to) }, 1000)
        .filter((t) => t.at >= at(from))
        .map((t) => t.label);
    expect(labels('2026-10-01T00:00:00', '2026-11-20T00:00:00')).toEqual([
      '5 Oct',
      '12',
      '19',
      '26',
      '2 Nov',
      '9',
      '16',
    ]);
    expect(labels('2026-11-03T00:00:00', '2026-11-17T00:00:00').slice(0, 3)).toEqual(['3 Nov', '4', '5']);
    expect(labels('2026-01-01T00:00:00', '2026-12-31T00:00:00')[0]).toBe('Jan 2026');
    expect(labels('2026-11-03T09:00:00', '2026-11-03T15:00:00')).toContain('12:00');
    for (const ms of [3 * HOUR, DAY, 9 * DAY, 90 * DAY, 900 * DAY, 9000 * DAY]) {
      const marks = ticks({ from: view.from, to: view.from + ms }, 1000);
      expect(marks.length).toBeLessThan(24);
      expect(marks.length).toBeGreaterThan(1);
    }
  });

  it('looks at eight weeks first, and further back where little happened in them', () => {
    const every = (days: number, n: number) => Array.from({ length: n }, (_, i) => i * days * DAY);
    expect(firstSpan(every(0.1, 3000))).toBe(56 * DAY);
    expect(firstSpan(every(10, 60))).toBe(231 * DAY);
    expect(firstSpan(every(30, 5))).toBe(121 * DAY);
    expect(firstSpan([])).toBe(56 * DAY);
  });

  it('takes whole days and hours into a span, and says it as people do', () => {
    const span = snapped({ from: at('2026-11-03T10:20:00'), to: at('2026-11-05T11:00:00') });
    expect(span).toEqual({ from: at('2026-11-03T00:00:00'), to: at('2026-11-06T00:00:00') });
    expect(spanName(span)).toBe('3 – 5 Nov');
    expect(spanName({ from: at('2026-10-28T00:00:00'), to: at('2026-11-04T00:00:00') })).toBe(
      '28 Oct – 3 Nov',
    );
    expect(spanQuery(span)).toBe('after:2026-11-03 before:2026-11-06');
    const hours = snapped({ from: at('2026-11-03T10:20:00'), to: at('2026-11-03T11:40:00') });
    expect(spanName(hours)).toBe('3 Nov, 10:15–11:45');
    expect(spanQuery(hours)).toBe('after:2026-11-03T10:15 before:2026-11-03T11:45');
  });
});

it('how it was left is kept as a line, also by older versions, and nonsense is nothing', () => {
  const view = { from: 10, to: 20 };
  expect(parseView(viewText(view))).toEqual(view);
  expect(parseView('all model 4 10 20')).toEqual(view);
  for (const text of [viewText(null), '', 'all', 'all model x 5', 'all model 26', '20 10'])
    expect(parseView(text)).toBeNull();
});
