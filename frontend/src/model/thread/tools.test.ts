import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../lib/backend/types';
import { grepGroups } from '../../panes/thread/cards/grep';
import { numbered } from '../../panes/thread/cards/numbered';
import { describeRun, describeTool } from './tools';

const started = '2026-01-01T10:00:00.000Z';

function tool(name: string, more: Partial<ToolCall> = {}): ToolCall {
  return { id: 't', name, status: 'ok', input: {}, result: '', images: 0, ...more };
}

function said(call: ToolCall): string {
  const line = describeTool(call, started, '/home/ada/app');
  return [line.verb, line.target, ...line.result.map((p) => p.text)].filter((s) => s !== '').join(' | ');
}

describe('a closed tool line', () => {
  const cases: { name: string; call: ToolCall; want: string }[] = [
    {
      name: 'reads, with how much',
      call: tool('Read', {
        input: { file_path: '/home/ada/app/a/b.go' },
        detail: { type: 'text', file: { numLines: 40, startLine: 1, totalLines: 400 } },
      }),
      want: 'Read | a/b.go | 40 lines',
    },
    {
      name: 'proposes a plan, by the name of 1.0.30–1.0.54 too',
      call: tool('exit_plan_mode', { input: { plan: '# Sort the tides\nBy port.' } }),
      want: 'Plan | Sort the tides | approved',
    },
    {
      name: 'reads a part',
      call: tool('Read', {
        input: { file_path: '/x.go' },
        detail: { file: { numLines: 10, startLine: 21 } },
      }),
      want: 'Read | /x.go | lines 21–30',
    },
    {
      name: 'edits, with what changed',
      call: tool('Edit', {
        input: { file_path: '/home/ada/app/x.go' },
        detail: { structuredPatch: [{ oldStart: 1, newStart: 1, lines: [' a', '-b', '+c', '+d'] }] },
      }),
      want: 'Edit | x.go | +2 | −1',
    },
    {
      name: 'edits without a recorded patch',
      call: tool('Edit', { input: { file_path: '/x', old_string: 'a\nb', new_string: 'a\nc' } }),
      want: 'Edit | /x | +1 | −1',
    },
    {
      name: 'writes a new file',
      call: tool('Write', {
        input: { file_path: '/x', content: 'a\nb' },
        detail: { type: 'create', structuredPatch: [] },
      }),
      want: 'Write | /x | +2',
    },
    {
      name: 'runs, and how it failed',
      call: tool('Bash', {
        status: 'error',
        input: { command: 'go test\n./...' },
        result: 'Exit code 1\nFAIL',
      }),
      want: 'Bash | go test | exit 1',
    },
    {
      name: 'runs somewhere else',
      call: tool('Bash', { input: { command: 'cd "/a b" && go vet ./...' } }),
      want: 'Bash | go vet ./...',
    },
    {
      name: 'is said by what it does',
      call: tool('Bash', { input: { command: '# once more\nOUT="/a b/c"\ncd /a\ngo vet ./... > $OUT' } }),
      want: 'Bash | go vet ./... > $OUT',
    },
    {
      name: 'is said without what it is set up by',
      call: tool('Bash', { input: { command: 'A="x y"; export B=$(git rev-parse HEAD) && cd $B; make' } }),
      want: 'Bash | make',
    },
    {
      name: 'is said with what is set for it alone',
      call: tool('Bash', { input: { command: 'cd /a &&\n  CGO_ENABLED=0 go build .' } }),
      want: 'Bash | CGO_ENABLED=0 go build .',
    },
    {
      name: 'is said with what it is given, where that says what it does',
      call: tool('Bash', { input: { command: "git commit -q -F - <<'EOF'\n\nfix: the tide\nEOF" } }),
      want: "Bash | git commit -q -F - <<'EOF' fix: the tide",
    },
    {
      name: 'writes a file, and is said without its text',
      call: tool('Bash', { input: { command: "cat > a.md << 'EOF'\n# Tides\nEOF" } }),
      want: "Bash | cat > a.md << 'EOF'",
    },
    {
      name: 'does nothing but set up',
      call: tool('Bash', { input: { command: 'A=1; B=2' } }),
      want: 'Bash | A=1; B=2',
    },
    {
      name: 'runs in the background',
      call: tool('Bash', { input: { command: 'sleep 9', run_in_background: true } }),
      want: 'Bash | sleep 9 | in background',
    },
    {
      name: 'was denied, with what the person said instead',
      call: tool('Edit', {
        status: 'error',
        input: { file_path: '/x' },
        result:
          "The user doesn't want to proceed. To tell you how to proceed, the user said:\nfirst a branch\nthen this",
        said: 'first a branch\nthen this',
      }),
      want: 'Edit | /x | denied: first a branch',
    },
    {
      name: 'was denied',
      call: tool('Edit', {
        status: 'error',
        input: { file_path: '/x' },
        result: "The user doesn't want to proceed with this tool use.",
      }),
      want: 'Edit | /x | denied',
    },
    {
      name: 'searched',
      call: tool('Grep', { input: { pattern: 'x' }, detail: { mode: 'content', numLines: 47, numFiles: 3 } }),
      want: 'Grep | x | 47 matches',
    },
    {
      name: 'found files',
      call: tool('Glob', { input: { pattern: '*.go' }, detail: { numFiles: 1 } }),
      want: 'Glob | *.go | 1 file',
    },
    {
      name: 'keeps a plan',
      call: tool('TodoWrite', {
        detail: {
          oldTodos: [],
          newTodos: [
            { content: 'a', status: 'completed' },
            { content: 'b', status: 'in_progress', activeForm: 'Doing b' },
          ],
        },
      }),
      want: 'Plan | 1 of 2 completed · Doing b',
    },
    {
      name: 'starts an agent',
      call: tool('Task', { input: { subagent_type: 'Explore', description: 'who parses it?' } }),
      want: 'Agent | Explore: who parses it?',
    },
    {
      name: 'names server and tool of MCP',
      call: tool('mcp__github__get_issue', { input: { id: 'x' } }),
      want: 'github · get_issue | x',
    },
    {
      name: 'has no result',
      call: tool('Bash', { status: 'missing', input: { command: 'x' } }),
      want: 'Bash | x | no result',
    },
    {
      name: 'is a tool of tomorrow',
      call: tool('Teleport', { input: { n: 1, to: 'Mars' } }),
      want: 'Teleport | Mars',
    },
    { name: 'has broken input', call: tool('Read', { input: { file_path: 7 }, detail: [] }), want: 'Read' },
  ];
  for (const { name, call, want } of cases) {
    it(name, () => {
      expect(said(call)).toBe(want);
    });
  }

  it('measures from call to result', () => {
    const call = tool('Bash', { resultTime: '2026-01-01T10:00:04.100Z' });
    expect(describeTool(call, started, '').ms).toBe(4100);
    expect(describeTool(tool('Bash'), started, '').ms).toBeNull();
    expect(describeTool(tool('Task', { detail: { totalDurationMs: 52_000 } }), started, '').ms).toBe(52_000);
  });
});

describe('small parts', () => {
  const described = (tools: ToolCall[]) => {
    const said = tools.map(({ name, input }) => JSON.stringify([name, input]));
    const calls = tools.map((call, i) => ({ tool: call, repeats: said[i] === said[i - 1] }));
    return describeRun(calls, '/home/ada/app');
  };

  it('tells what a run did', () => {
    const of = (name: string, file_path: string) => tool(name, { input: { file_path } });
    const run = [of('Read', 'a'), of('Read', 'b'), tool('Bash'), tool('Grep'), tool('Bash'), tool('LSP')];
    const browser = (at: string) => of('mcp__browser__open', at);
    expect(described([...run, browser('a'), browser('b')])).toBe(
      'Read 2 files, ran 2 commands, searched once, LSP, browser · open 2 times',
    );
  });

  it('names the call that a run repeats, and how often', () => {
    const make = tool('Bash', { input: { command: 'make test', description: 'Run tests' } });
    const read = tool('Read', { input: { file_path: '/home/ada/app/a.go' } });
    expect(described([make, { ...make, id: 'u', result: 'ok' }, make])).toBe('Bash make test ×3');
    expect(described([read, read])).toBe('Read a.go ×2');
    expect(described([tool('TaskList'), tool('TaskList')])).toBe('Tasks ×2');
    const page = { ...read, input: { ...read.input, offset: 9 } };
    expect(described([read, page]), 'another part of the file').toBe('Read 2 files');
    expect(described([read])).toBe('Read 1 file');
    expect(described([read, make, make, tool('Grep'), page])).toBe(
      'Read 2 files, Bash make test ×2, searched once',
    );
    expect(described([make, read, make]), 'not in a row').toBe('Ran 2 commands, read 1 file');
  });

  it('takes line numbers off what was read', () => {
    expect(numbered('    12→a\n    13→\tb')).toEqual({ text: 'a\n\tb', start: 12 });
    expect(numbered('plain')).toEqual({ text: 'plain', start: null });
    expect(numbered('     1\ta\n<system-reminder>\nx\n</system-reminder>\n').text).toBe('a');
  });

  it('groups what grep found', () => {
    expect(grepGroups('a.go:1:x\na.go:2:y: z\n--\nb.go-7-w\nodd')).toEqual([
      {
        file: 'a.go',
        lines: [
          { number: '1', text: 'x' },
          { number: '2', text: 'y: z' },
        ],
      },
      {
        file: 'b.go',
        lines: [
          { number: '7', text: 'w' },
          { number: '', text: 'odd' },
        ],
      },
    ]);
  });
});
