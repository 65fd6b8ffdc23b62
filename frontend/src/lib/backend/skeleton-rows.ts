import { Flag, ROW_KINDS } from './types-rows';

const COLUMNS = ['kinds', 'lines', 'chars', 'turns', 'flags', 'records'] as const;

/** Kind, lines, chars (wide characters count twice), turn (from 1), flags, record index. */
export type SkeletonRow = [number, number, number, number, number, number];

/**
 * The rows of a thread without their contents, stored in columns: a long thread has a hundred thousand, and
 * creating an object for each would delay opening it.
 */
export class SkeletonRows {
  readonly length: number;
  readonly kinds: Uint8Array;
  readonly lines: Uint32Array;
  readonly chars: Uint32Array;
  readonly turns: Int32Array;
  readonly flags: Uint16Array;
  readonly records: Int32Array;

  constructor(length: number) {
    this.length = length;
    this.kinds = new Uint8Array(length);
    this.lines = new Uint32Array(length);
    this.chars = new Uint32Array(length);
    this.turns = new Int32Array(length);
    this.flags = new Uint16Array(length);
    this.records = new Int32Array(length);
  }

  /** Rows of which the first ones are those of another thread. */
  static after(before: SkeletonRows, from: number, length: number): SkeletonRows {
    const out = new SkeletonRows(length);
    for (const column of COLUMNS) out[column].set(before[column].subarray(0, from));
    return out;
  }

  static of(rows: readonly SkeletonRow[]): SkeletonRows {
    const out = new SkeletonRows(rows.length);
    rows.forEach((row, i) => {
      [out.kinds[i], out.lines[i], out.chars[i], out.turns[i], out.flags[i], out.records[i]] = row;
    });
    return out;
  }

  kindOf(row: number): (typeof ROW_KINDS)[number] {
    return ROW_KINDS[this.kinds[row] ?? ROW_KINDS.length] ?? 'notice';
  }

  has(row: number, flag: number): boolean {
    return ((this.flags[row] ?? 0) & flag) !== 0;
  }
}

// The bits of the first byte of a packed row, as backend/api writes it.
const KIND = 0x07;
const TURN = 0x08;
const BEGIN = 0x10;
const AGAIN = 0x20;

/**
 * Unpacks the rows of a response, with the indices of the rows that start a turn. Those before `from` are taken
 * from `before`.
 */
export function unpackRows(
  packed: string,
  total: number,
  from = 0,
  before = new SkeletonRows(0),
): { rows: SkeletonRows; begins: number[] } {
  const bytes = atob(packed);
  const rows = SkeletonRows.after(before, from, total);
  const { kinds, lines, chars, turns, flags, records } = rows;
  const begins: number[] = [];
  let at = 0;
  const varint = () => {
    let byte = bytes.charCodeAt(at++);
    let value = byte & 0x7f;
    // Multiplied, because shifts would lose bits beyond 32.
    for (let unit = 128; byte >= 128; unit *= 128) {
      byte = bytes.charCodeAt(at++);
      value += (byte & 0x7f) * unit;
    }
    return value;
  };
  const difference = () => {
    const coded = varint();
    return coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
  };
  let record = records[from - 1] ?? 0;
  let turn = turns[from - 1] ?? 0;
  for (let i = from; i < total && at < bytes.length; i++) {
    const first = bytes.charCodeAt(at++);
    kinds[i] = first & KIND;
    flags[i] = bytes.charCodeAt(at++) | ((first & AGAIN) !== 0 ? Flag.repeats : 0);
    lines[i] = varint();
    chars[i] = varint();
    records[i] = record += difference();
    if ((first & TURN) !== 0) turn += difference();
    turns[i] = turn;
    if ((first & BEGIN) !== 0) begins.push(i);
  }
  return { rows, begins };
}
