import type { BranchEnd } from './backend';
import type { Branches } from './fake-branches';
import { fileOf, writing } from './fake-figures';
import type { ComparedSide, Comparison, FileFigure, ToolFigure } from './types';

const none = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

/** Compares two branches of the fake as the engine would. */
export function fakeCompare(branches: Branches, a: BranchEnd, b: BranchEnd): Comparison {
  const [one, two] = [branches.skeleton(a.session, a.tip), branches.skeleton(b.session, b.tip)];
  const [left, right] = [one.segments ?? [], two.segments ?? []];
  let same = 0;
  while (same < left.length && left[same]?.id === right[same]?.id) same++;
  const turnsOf = (end: BranchEnd) => branches.turns(end.session, end.tip);
  const shared = turnsOf(a).filter((turn) => turn.row < (left[same]?.row ?? one.total));

  const side = (end: BranchEnd): ComparedSide => {
    const skeleton = end === a ? one : two;
    const from = skeleton.segments?.[same]?.row ?? skeleton.total;
    const rows = branches.rows(end.session, end.tip).slice(from);
    const tools = new Map<string, ToolFigure>();
    const files = new Map<string, FileFigure>();
    for (const row of rows) {
      if (row.kind !== 'tool') continue;
      const tool = tools.get(row.tool.name) ?? { name: row.tool.name, count: 0, failed: 0 };
      tool.count++;
      tools.set(tool.name, tool);
      const path = fileOf(row);
      if (path === '') continue;
      const file = files.get(path) ?? { path, reads: 0, writes: 0 };
      if (writing.has(tool.name)) file.writes++;
      else file.reads++;
      files.set(path, file);
    }
    const turns = turnsOf(end).flatMap((turn, at) => {
      if (turn.row < from) return [];
      const { row, text, time, tokens = 0, ms = 0 } = turn;
      const calls = rows.filter((r) => r.kind === 'tool' && r.turn === at).length;
      return [{ number: at + 1, row, text, time, tokens, ms, tools: calls }];
    });
    return {
      session: end.session,
      tip: end.tip,
      turnCount: turns.length,
      turns,
      ms: turns.reduce((n, turn) => n + turn.ms, 0),
      tokens: { ...none, out: turns.reduce((n, turn) => n + turn.tokens, 0) },
      agentTokens: none,
      tools: [...tools.values()],
      files: [...files.values()],
    };
  };
  return { seq: 1, common: shared.length, text: shared.at(-1)?.text ?? '', sides: [side(a), side(b)] };
}
