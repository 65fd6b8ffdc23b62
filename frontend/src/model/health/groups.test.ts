import { describe, expect, it } from 'vitest';
import wire from '../../../../testdata/wire/doctor.json';
import type { HealthReport } from '../../lib/backend/types';
import { byFile } from './groups';

describe('lines that hold no record', () => {
  const line = (file: string, n: number) => ({ file, line: n, error: 'not JSON' });

  it('stand by file, those with most first', () => {
    const files = byFile([
      line('projects/p/a.jsonl', 3),
      line('projects/p/b.jsonl', 1),
      line('projects/p/b.jsonl', 9),
    ]);
    expect(files.map((f) => [f.session, f.lines, f.first.line])).toEqual([
      ['b', 2, 1],
      ['a', 1, 3],
    ]);
  });

  it('belong to the session whose file it is, or whose agent', () => {
    const sessions = (file: string) => byFile([line(file, 1)])[0]?.session;
    expect(sessions('projects/p/5e55.jsonl')).toBe('5e55');
    expect(sessions('projects\\p\\5e55.jsonl')).toBe('5e55');
    expect(sessions('projects/p/5e55/subagents/agent-a1.jsonl')).toBe('5e55');
    expect(sessions('projects/p/5e55/subagents/workflows/run/agent-a1.jsonl')).toBe('5e55');
    expect(sessions('projects/p/agent-a1.jsonl')).toBe('');
  });

  it('belong to a copy by its own id, and to no session in a duplicate', () => {
    const list = [
      { session: '5e55', file: 'projects/q/5e55.jsonl', own: 2, copy: '5e55~2' },
      { session: '5e55', file: 'projects/r/5e55.jsonl', own: 0 },
    ];
    const sessions = (file: string) => byFile([line(file, 1)], list)[0]?.session;
    expect(sessions('projects/q/5e55.jsonl')).toBe('5e55~2');
    expect(sessions('projects/r/5e55.jsonl')).toBe('');
  });

  it('come from the engine in that form', () => {
    const report = wire as HealthReport;
    expect(byFile(report.malformed)[0]?.session).toMatch(/^[0-9a-f-]{36}$/);
  });
});
