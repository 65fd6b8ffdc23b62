import { describe, expect, it } from 'vitest';
import type { Row } from '../../lib/backend/types';
import { markdownOf, selectedParts, withGaps } from './selection';

function drawn(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body;
}
const rowAt = (element: Element): Row | null =>
  element.id === '' ? null : ({ kind: 'reply', uuid: element.id, text: '' } as Row);

function range(from: Node, at: number, to: Node, end: number): Range {
  const it = document.createRange();
  it.setStart(from, at);
  it.setEnd(to, end);
  return it;
}
const textIn = (id: string) => {
  const text = document.getElementById(id)?.querySelector('p')?.firstChild;
  if (!text) throw new Error(id);
  return text;
};

describe('what is drawn, as Markdown again', () => {
  it('keeps what a writer means', () => {
    const node = drawn(
      '<h2>Why</h2><p>It is <strong>cold</strong> in <code>src</code>, see <a href="https://a.example/">this</a> and <span class="unfollowed" data-tip="b/c.go">that</span>.</p>' +
        '<ul><li>one</li><li>two<ol><li>deep</li></ol></li></ul><blockquote><p>said</p></blockquote>' +
        '<div class="code-block"><header>go <button>Copy</button></header><pre><code data-lang="go">a := 1\n</code></pre></div>' +
        '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
    expect(markdownOf(node)).toBe(
      [
        '## Why',
        'It is **cold** in `src`, see [this](https://a.example/) and [that](b/c.go).',
        '- one\n- two\n\n  1. deep',
        '> said',
        '```go\na := 1\n```',
        '| A | B |\n| --- | --- |\n| 1 | 2 |',
      ].join('\n\n'),
    );
  });
});

describe('a selection', () => {
  const three =
    '<div class="row" id="a"><p>first row</p></div><div class="row" id="b"><p>second row</p></div>';

  it('takes rows whole, and pieces of those where it begins and ends', () => {
    drawn(three + '<div class="row" id="c"><p>third row</p></div>');
    const parts = selectedParts(range(textIn('a'), 6, textIn('c'), 5), rowAt);
    expect(parts.map((p) => [p.row.uuid, p.whole ? null : p.text])).toEqual([
      ['a', 'row'],
      ['b', null],
      ['c', 'third'],
    ]);
  });

  it('may lie in one row', () => {
    drawn(three);
    expect(selectedParts(range(textIn('b'), 0, textIn('b'), 6), rowAt)).toMatchObject([
      { row: { uuid: 'b' }, whole: false, text: 'second' },
    ]);
  });

  it('means the rows of an agent where it lies in them', () => {
    drawn(`<div class="row" id="out"><b>Agent</b>${three}</div>`);
    const parts = selectedParts(range(textIn('a'), 0, textIn('b'), 10), rowAt);
    expect(parts.map((p) => [p.row.uuid, p.whole])).toEqual([
      ['a', true],
      ['b', true],
    ]);
  });

  it('of nothing is nothing', () => {
    drawn('<p>elsewhere</p>');
    const text = document.querySelector('p')?.firstChild as Text;
    expect(selectedParts(range(text, 0, text, 4), rowAt)).toEqual([]);
  });

  it('goes over rows that are not drawn, and not over what is folded', () => {
    const item = (at: number, id: string) =>
      `<div class="item" data-index="${at}"><div class="row" id="${id}"><p>${id} is here</p></div></div>`;
    drawn(`<div>${item(1, 'a')}${item(2, 'b')}${item(7, 'c')}</div>`);
    const all = range(textIn('a'), 2, textIn('c'), 1);
    // Item 3 is a closed fold of the rows 12 to 14.
    const rows = [10, 10, 11, null, 15, 16, 17, 18];
    const parts = withGaps(all, selectedParts(all, rowAt), (at) => rows[at] ?? null);
    expect(parts.map((p) => ('from' in p ? [p.from, p.to] : p.row.uuid))).toEqual(['a', 'b', [15, 18], 'c']);
    const one = range(textIn('b'), 0, textIn('b'), 1);
    expect(withGaps(one, selectedParts(one, rowAt), () => 1)).toHaveLength(1);
  });
});
