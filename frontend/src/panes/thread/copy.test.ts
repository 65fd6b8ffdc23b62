import { describe, expect, it } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import type { Row, ToolRow } from '../../lib/backend/types';
import { fenced, partsMarkdown, rangeMarkdown, rowMarkdown, rowsMarkdown, wholeRow } from './copy';
import { Outputs } from './outputs';

const text = (kind: 'prompt' | 'reply' | 'message', words: string): Row => ({
  kind,
  text: words,
  uuid: 'u',
  time: '',
  index: 0,
  turn: 1,
});
const tool = (change: Partial<ToolRow['tool']>): ToolRow => ({
  kind: 'tool',
  uuid: 'u',
  time: '',
  index: 1,
  turn: 1,
  tool: {
    id: 't',
    name: 'Bash',
    status: 'ok',
    input: { command: 'ls' },
    result: 'a\n',
    images: 0,
    ...change,
  },
});

const none = () => Promise.resolve({ rows: [] });

describe('copying', () => {
  it('fences what holds fences itself', () => {
    expect(fenced('a\n````\nb')).toBe('`````\na\n````\nb\n`````');
    expect(fenced('plain\n', 'sh')).toBe('```sh\nplain\n```');
  });

  it('writes a tool call with what it answered', () => {
    expect(rowMarkdown(tool({}))).toBe('**Bash**\n\n```sh\nls\n```\n\n```\na\n```');
    expect(rowMarkdown(tool({ name: 'Read', input: { file_path: '/a' }, result: '' }))).toBe(
      '**Read**\n\n```json\n{\n  "file_path": "/a"\n}\n```',
    );
  });

  it('says who speaks where it changes', () => {
    const rows = [text('prompt', 'Why?'), text('reply', 'So.'), text('reply', 'And so.')];
    expect(rowsMarkdown(rows)).toBe('### You\n\nWhy?\n\n### Claude\n\nSo.\n\nAnd so.');
  });

  it('copies a selection: pieces as they are, other rows whole', async () => {
    const backend = fakeBackend();
    const piece = { row: text('prompt', 'Why so?'), whole: false as const, text: 'so?', item: 0 };
    expect(await partsMarkdown(backend, 's', [piece], none)).toBe('so?');
    const cut = { row: { ...text('reply', 'cut'), truncated: 5 }, whole: true as const, item: 1 };
    expect(await partsMarkdown(backend, 's', [piece, cut], none)).toBe(
      '### You\n\nso?\n\n### Claude\n\nthe whole text of u',
    );
  });

  it('reads what a selection goes over without its being drawn, page by page', async () => {
    const piece = { row: text('prompt', 'Why so?'), whole: false as const, text: 'so?', item: 0 };
    const asked: [number, number][] = [];
    const read = (from: number, n: number) => {
      asked.push([from, n]);
      return Promise.resolve({ rows: Array.from({ length: n }, (_, i) => text('reply', `row ${from + i}`)) });
    };
    const copied = await partsMarkdown(fakeBackend(), 's', [piece, { from: 7, to: 157 }], read);
    expect(asked).toEqual([
      [7, 100],
      [107, 50],
    ]);
    expect(copied.match(/row \d+/g)).toEqual(Array.from({ length: 150 }, (_, i) => `row ${7 + i}`));
  });

  it('names the sender of what nobody typed here', () => {
    const from = { kind: 'peer', name: 'planner' } as const;
    const rows = [
      { ...text('message', 'bump it'), from },
      { ...text('prompt', 'from a phone'), from: { kind: 'channel', name: 'telegram' } as const },
      text('message', 'nobody knows'),
      text('prompt', 'typed'),
    ];
    expect(rowsMarkdown(rows)).toBe(
      '### Another session: planner\n\nbump it\n\n### Channel: telegram\n\nfrom a phone\n\n' +
        '### Message\n\nnobody knows\n\n### You\n\ntyped',
    );
  });

  it('fetches what was cut from the page', async () => {
    const backend = fakeBackend();
    expect(await wholeRow(backend, 's', { ...text('reply', 'cut'), truncated: 5 })).toMatchObject({
      text: 'the whole text of u',
    });
    const whole = await wholeRow(backend, 's', tool({ truncated: 5, resultUuid: 'r' }));
    expect(whole).toMatchObject({ tool: { result: 'the whole text of r' } });
  });

  it('copies the whole of an output that lies in a file of its own', async () => {
    const backend = fakeBackend();
    const row = tool({ spilled: 'toolu_1.txt', result: 'a preview' });
    expect(await wholeRow(backend, 's', row)).toMatchObject({ tool: { result: 'all of toolu_1.txt' } });
    const selected = await partsMarkdown(backend, 's', [{ row, whole: true, item: 0 }], none);
    expect(selected).toContain('all of toolu_1.txt');
    expect(selected).not.toContain('a preview');
  });

  it('says what it did not take of such outputs: the first ones are whole', async () => {
    const backend = fakeBackend();
    const texts: Record<string, string> = { a: 'one\ntwo', b: 'three\nfour\nfive', c: 'six' };
    const asked: string[] = [];
    backend.spilled = (_session, name) => {
      asked.push(name);
      return texts[name] === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(texts[name]);
    };
    const rows = ['a', 'z', 'b', 'c'].map((spilled) => tool({ spilled, result: `preview of ${spilled}` }));
    const read = () => Promise.resolve({ rows });
    const outputs = new Outputs(18);
    const text = await rangeMarkdown(backend, 's', read, 0, 4, outputs);
    expect(text).toContain('one\ntwo\n```');
    expect(text).toContain('preview of z');
    expect(text).toContain('three\nfour\n… 5 B more');
    expect(text).toContain('preview of c');
    expect(asked).toEqual(['a', 'z', 'b']);
    expect(outputs.missing).toEqual([
      '2 outputs truncated (limit 18 B)',
      '1 output copied as preview (file missing)',
    ]);
  });

  it('cuts between characters', async () => {
    const backend = fakeBackend();
    backend.spilled = () => Promise.resolve('a😀b');
    const outputs = new Outputs(2);
    expect(await outputs.of(backend, 's', tool({ spilled: 'a' }))).toBe('a\n… 3 B more');
    expect(new Outputs().missing).toEqual([]);
  });
});
