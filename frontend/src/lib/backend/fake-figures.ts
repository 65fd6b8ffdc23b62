import type { FakeChat } from './fake-history';
import type {
  CommandRun,
  Commands,
  Figures,
  FigureScope,
  FileFigure,
  Row,
  ToolFigure,
  Touched,
  TouchedFile,
  Touching,
} from './types';

export const writing: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

export function fileOf(row: Row): string {
  const path =
    row.kind === 'tool' && (writing.has(row.tool.name) || row.tool.name === 'Read')
      ? row.tool.input.file_path
      : '';
  return typeof path === 'string' ? path : '';
}

/** Counts a fake session, or its chat, as the engine would. */
export function fakeFigures(chat: FakeChat, session: string, scope: FigureScope, now: number): Figures {
  const sessions = chat.sessions.filter((s) => scope === 'chat' || s.id === session);
  const ids = new Set(sessions.map((s) => s.id));
  const rows = chat.segments.filter((s) => ids.has(s.session)).flatMap((s) => s.rows);
  const own = chat.sessions.find((s) => s.id === session);
  const tools = new Map<string, ToolFigure>();
  const files = new Map<string, FileFigure>();
  for (const row of rows) {
    if (row.kind !== 'tool') continue;
    const tool = tools.get(row.tool.name) ?? { name: row.tool.name, count: 0, failed: 0 };
    tool.count++;
    if (row.tool.status === 'error') tool.failed++;
    tools.set(tool.name, tool);
    const path = fileOf(row);
    if (path === '') continue;
    const file = files.get(path) ?? { path, reads: 0, writes: 0 };
    if (writing.has(row.tool.name)) file.writes++;
    else file.reads++;
    files.set(path, file);
  }
  const times = rows.map((r) => Date.parse(r.time ?? '')).filter((ms) => !Number.isNaN(ms));
  const [start, end] = [Math.min(...times, now), Math.max(...times, 0)];
  const replies = rows.filter((r) => r.kind === 'reply').length;
  const tokens = {
    in: replies * 120,
    out: replies * 640,
    cacheRead: replies * 41_000,
    cacheWrite: replies * 2_300,
  };
  return {
    cost: rows.length / 100,
    agentCost: 0,
    recordedCost: 0.42,
    worktree: '',
    unpriced: 0,
    pricesOf: '2026-10-24',
    seq: 1,
    scope,
    session,
    path: `~/.claude/projects/${chat.project.replaceAll('/', '-')}/${session}.jsonl`,
    copyOf: own?.copyOf ?? '',
    primary: '',
    duplicates: own?.duplicates ?? [],
    sessions: sessions.length,
    workMs: rows.length * 4_000,
    turns: chat.segments
      .filter((s) => scope === 'chat' || s.session === session)
      .reduce((n, s) => n + s.turns, 0),
    agents: sessions.reduce((n, s) => n + s.agents, 0),
    inherited: own?.shared ?? 0,
    names: sessions.map((s) => s.title),
    pullRequests: [],
    entrypoints: ['cli'],
    efforts: [],
    bytes: sessions.reduce((n, s) => n + s.bytes, 0),
    agentBytes: 0,
    expires: new Date(now + 26 * 86_400_000).toISOString(),
    expiresInDays: 26,
    malformed: [],
    malformedMore: 0,
    torn: 0,
    oversized: 0,
    unreadable: [],
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    ms: Math.max(0, end - start),
    records: rows.length,
    types: [
      { name: 'assistant', count: rows.length - 1 },
      { name: 'user', count: 1 },
    ],
    prompts: rows.filter((r) => r.kind === 'prompt').length,
    models: [{ model: 'claude-opus-4-5-20251101', messages: replies, tokens }],
    tokens,
    agentTokens: { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 },
    tools: [...tools.values()].sort((a, b) => b.count - a.count),
    files: [...files.values()].sort((a, b) => b.writes - a.writes || b.reads - a.reads),
    gitBranches: [...new Set(sessions.map((s) => s.gitBranch))],
    versions: [...new Set(sessions.map((s) => s.version))],
    dirs: [chat.project],
    sessionIds: [...ids],
  };
}

export function fakeTouched(chat: FakeChat): Touched {
  const files = new Map<string, TouchedFile>();
  chat.segments.forEach((segment, at) => {
    for (const row of segment.rows) {
      const path = fileOf(row);
      if (row.kind !== 'tool' || path === '') continue;
      const file = files.get(path) ?? { path, reads: 0, writes: 0, segments: [] };
      if (writing.has(row.tool.name)) file.writes++;
      else file.reads++;
      if (!file.segments.includes(at)) file.segments.push(at);
      files.set(path, file);
    }
  });
  return {
    seq: 1,
    chat: chat.id,
    segments: chat.segments.map((s) => s.id),
    files: [...files.values()].sort((a, b) => b.writes - a.writes || b.reads - a.reads),
    more: 0,
    unreadable: [],
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function fakeCommands(rows: Row[], session: string, tip: string): Commands {
  const list = rows.flatMap((row, i): CommandRun[] =>
    row.kind === 'tool' && row.tool.name === 'Bash'
      ? [{ row: i, turn: row.turn, text: textOf(row.tool.input.command), end: row.tool.status }]
      : [],
  );
  const failed = list.filter((run) => run.end === 'error').length;
  return { session, tip, total: list.length, failed, list };
}

export function fakeTouching(rows: Row[], session: string, file: string): Touching {
  return { session, file, rows: rows.flatMap((row, i) => (fileOf(row) === file ? [i] : [])) };
}
