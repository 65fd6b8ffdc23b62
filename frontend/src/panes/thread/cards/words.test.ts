import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../../lib/backend/fake';
import type { ToolRow } from '../../../lib/backend/types';
import { grepGroups } from './grep';
import { numbered } from './numbered';
import { originalOf } from './original';
import { prettyJson } from './pretty';
import { notebookCells, preview, tagged } from './tagged';
import { webAddress } from './web';
import { restOf, wholeResult } from './whole';

describe('what grep found', () => {
  it('stands by file, in the order in which the files came', () => {
    expect(grepGroups('b.go:3:func b()\na.go:1:package a\nb.go:9:b()\n--\n')).toEqual([
      {
        file: 'b.go',
        lines: [
          { number: '3', text: 'func b()' },
          { number: '9', text: 'b()' },
        ],
      },
      { file: 'a.go', lines: [{ number: '1', text: 'package a' }] },
    ]);
  });

  it.each([
    ['a drive of Windows', 'C:\\src\\a.cs:12:class A', 'C:\\src\\a.cs', '12', 'class A'],
    ['a line of context', 'src/a.go-12-// before', 'src/a.go', '12', '// before'],
    ['colons in the text', 'a.go:4:x := "a:5:b"', 'a.go', '4', 'x := "a:5:b"'],
    ['a line without a file', 'only a text', '', '', 'only a text'],
  ])('knows %s', (_, line, file, number, text) => {
    expect(grepGroups(line)).toEqual([{ file, lines: [{ number, text }] }]);
  });

  it('puts a line of another form under the file before it', () => {
    expect(grepGroups('a.go:1:x\n[more lines follow]')[0]?.lines[1]).toEqual({
      number: '',
      text: '[more lines follow]',
    });
  });
});

describe('what was read of a file', () => {
  it.each([
    ['arrows', '    12→a\n    13→b', 'a\nb', 12],
    ['tabs', '1\ta\n2\tb', 'a\nb', 1],
    ['no numbers', 'a\nb', 'a\nb', null],
    ['numbers that are the text', '12 monkeys', '12 monkeys', null],
    ['a reminder behind it', '1→a\n\n<system-reminder>\nMind this.\n</system-reminder>\n', 'a', 1],
  ])('is its text and where it begins, with %s', (_, result, text, start) => {
    expect(numbered(result)).toEqual({ text, start });
  });

  it('keeps a reminder that is part of the file', () => {
    expect(numbered('1→<system-reminder>x</system-reminder>\n2→b').text).toContain('system-reminder');
  });
});

describe('the file before an edit', () => {
  const record = (toolUseResult: unknown) => JSON.stringify({ type: 'user', toolUseResult });

  it('is what the record says, under both of its names', () => {
    expect(originalOf(record({ originalFile: 'a\nb\n' }))).toEqual(['a', 'b']);
    expect(originalOf(record({ originalFileContents: 'a' }))).toEqual(['a']);
    expect(originalOf(record({ originalFile: 'a\n\n' })), 'an empty last line is one').toEqual(['a', '']);
  });

  it.each([record({}), record(null), record('Error'), '{}', 'no JSON', '[1]'])('is missing in %s', (text) => {
    expect(() => originalOf(text)).toThrow();
  });
});

describe('a result', () => {
  it.each([
    ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    [' [] ', '[]'],
    ['"a text"', null],
    ['12', null],
    ['{"a":', null],
    [`[${'1,'.repeat(100_000)}1]`, null],
  ])('that is JSON is indented: %.12s', (text, said) => {
    expect(prettyJson(text)).toBe(said);
  });

  it('says what stands between tags, to the last that closes', () => {
    expect(tagged('x <out>\na </out> b\n</out> y', 'out')).toBe('a </out> b');
    expect(tagged('<out>cut', 'out')).toBe('cut');
    expect(tagged('no tags', 'out')).toBeNull();
  });

  it('in a file of its own has a preview', () => {
    const notice = (body: string) => `<persisted-output>\n${body}\n</persisted-output>`;
    const said =
      'Output too large (64KB). Full output saved to: /tmp/x.txt\n\nPreview (first 2KB):\none\ntwo';
    expect(preview(notice(said))).toBe('one\ntwo');
    expect(preview(notice(`${said}\n...`)), 'its dots are no part of it').toBe('one\ntwo');
    expect(preview(notice('Output too large.'))).toBe('');
    expect(preview('plain')).toBe('plain');
  });

  it('of a notebook has its cells', () => {
    const cells = notebookCells(
      '<cell id="a"><cell_type>markdown</cell_type># Title</cell id="a">' +
        '<cell id="b"><language>python</language>print("</cell>")</cell id="b"><cell id="c">cut',
    );
    expect(cells).toEqual([
      { id: 'a', markdown: true, source: '# Title' },
      { id: 'b', markdown: false, source: 'print("</cell>")' },
    ]);
  });

  it('is read whole from its file, else from the record that holds it', async () => {
    const backend = fakeBackend({ chats: [] });
    const [spilled, blockText] = [vi.spyOn(backend, 'spilled'), vi.spyOn(backend, 'blockText')];
    const row = (tool: object) =>
      ({ kind: 'tool', uuid: 'call', tool: { truncated: 9, ...tool } }) as unknown as ToolRow;
    await wholeResult(backend, 's', row({ spilled: 'f.txt' }));
    expect(spilled).toHaveBeenLastCalledWith('s', 'f.txt');
    await wholeResult(backend, 's', row({ resultUuid: 'answer', resultBlock: 2 }));
    expect(blockText).toHaveBeenLastCalledWith('s', 'answer', 2);
    await restOf(backend, 's', row({})).load();
    expect(blockText, 'a call may hold its own result').toHaveBeenLastCalledWith('s', 'call', undefined);
    expect(restOf(backend, 's', row({ spilled: 'f.txt' }))).toMatchObject({ truncated: 9, spilled: true });
  });
});

describe('an address', () => {
  it.each([
    ['https://a.example/b?c=d#e', 'a.example'],
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
  ])('may be opened: %s', (url, host) => {
    expect(webAddress(url)?.host).toBe(host);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vscode://x', 'a.example', ''])(
    'may not be opened: %s',
    (url) => {
      expect(webAddress(url)).toBeNull();
    },
  );
});
