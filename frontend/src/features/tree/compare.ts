import type { Row, Segment, Skeleton } from '../../lib/backend/types';

export interface ComparedTurn {
  /** Its number in the whole branch, from 1. */
  number: number;
  row: number;
  text: string;
  time: string;
  tokens: number;
  ms: number;
  tools: number;
}

/** What one branch did after the last turn that both have. */
export interface Side {
  leaf: Segment;
  turns: ComparedTurn[];
  tokens: number;
  ms: number;
  tools: ReadonlyMap<string, number>;
  failed: number;
  /** Files by path, with how often they were read and written. */
  files: ReadonlyMap<string, { reads: number; writes: number }>;
  /** Its calls were read up to a limit only. */
  cut: boolean;
}

export interface Common {
  /** How many turns both branches begin with. */
  turns: number;
  /** The prompt of the last of them. */
  text: string;
  /** The first row of each side that the other has not. */
  rows: [number, number];
}

/** Where two branches part: after the last segment that both go through. */
export function commonPart(a: Skeleton, b: Skeleton): Common {
  const [one, two] = [a.segments ?? [], b.segments ?? []];
  let same = 0;
  while (same < one.length && same < two.length && one[same]?.id === two[same]?.id) same++;
  const rows: [number, number] = [one[same]?.row ?? a.total, two[same]?.row ?? b.total];
  const shared = a.turns.filter((turn) => turn.row < rows[0]);
  return { turns: shared.length, text: shared.at(-1)?.text ?? '', rows };
}

const writers = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);

function fileOf(row: Row): string {
  if (row.kind !== 'tool') return '';
  const { file_path: file, notebook_path: notebook } = row.tool.input;
  return typeof file === 'string' ? file : typeof notebook === 'string' ? notebook : '';
}

/** Adds up what a branch did from a row on; `rows` are those rows, or as many as were read. */
export function sideOf(leaf: Segment, skeleton: Skeleton, from: number, rows: readonly Row[]): Side {
  const tools = new Map<string, number>();
  const files = new Map<string, { reads: number; writes: number }>();
  const toolsOf = new Map<number, number>();
  let failed = 0;
  for (const row of rows) {
    if (row.kind !== 'tool') continue;
    const { name, status } = row.tool;
    tools.set(name, (tools.get(name) ?? 0) + 1);
    toolsOf.set(row.turn, (toolsOf.get(row.turn) ?? 0) + 1);
    if (status === 'error') failed++;
    const path = fileOf(row);
    if (path === '' || status === 'error') continue;
    const file = files.get(path) ?? { reads: 0, writes: 0 };
    if (writers.has(name)) file.writes++;
    else file.reads++;
    files.set(path, file);
  }
  const turns = skeleton.turns.flatMap((turn, at): ComparedTurn[] => {
    if (turn.row < from) return [];
    const { row, text, time, tokens = 0, ms = 0 } = turn;
    return [{ number: at + 1, row, text, time, tokens, ms, tools: toolsOf.get(at) ?? 0 }];
  });
  return {
    leaf,
    turns,
    tokens: turns.reduce((n, turn) => n + turn.tokens, 0),
    ms: turns.reduce((n, turn) => n + turn.ms, 0),
    tools,
    failed,
    files,
    cut: rows.length < skeleton.total - from,
  };
}

export interface Line<T> {
  name: string;
  sides: [T | undefined, T | undefined];
}

/** Two lists by name as one, in order of the names. */
export function sideBySide<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): Line<T>[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
    .map((name) => ({ name, sides: [a.get(name), b.get(name)] }));
}
