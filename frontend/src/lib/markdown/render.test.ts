import { describe, expect, it } from 'vitest';
import { withoutAnsi } from '../ansi/ansi';
import { ansiToHtml } from '../ansi/html';
import { markdown, trusted } from './render';

function parse(html: string): HTMLElement {
  const div = document.createElement('div');
  div.innerHTML = html;
  return div;
}

describe('markdown', () => {
  it('renders what an assistant writes', () => {
    const page = parse(
      markdown('# Title\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```go\nx := 1\n```'),
    );
    expect(page.querySelector('h1')?.textContent).toBe('Title');
    expect([...page.querySelectorAll('li.task')].map((li) => li.textContent)).toEqual(['☑ done', '☐ open']);
    expect(page.querySelectorAll('td')).toHaveLength(2);
    expect(page.querySelector('code')?.getAttribute('data-lang')).toBe('go');
    expect(page.querySelector('.code-block button')?.textContent).toBe('Copy');
  });

  it('keeps every word, however deep it stands', () => {
    const lists = Array.from({ length: 100 }, (_, i) => `${'  '.repeat(i)}- a${i}`).join('\n');
    for (const text of [
      `${'> '.repeat(120)}deep`,
      `${'- '.repeat(60)}deep`,
      `${'1. > '.repeat(40)}deep`,
      `${lists} deep`,
    ]) {
      expect(parse(markdown(text)).textContent).toContain('deep');
    }
    expect(parse(markdown('- - - '.repeat(20))).querySelector('hr')).not.toBeNull();
    expect(parse(markdown('> '.repeat(8) + 'a')).querySelectorAll('blockquote')).toHaveLength(8);
  });

  it('keeps the line breaks that a person typed', () => {
    expect(parse(markdown('a\nb', true)).querySelector('br')).not.toBeNull();
    expect(parse(markdown('a\nb')).querySelector('br')).toBeNull();
  });

  it('links only to the web and to mail', () => {
    const page = parse(
      markdown('[a](https://x.org) [b](mailto:x@y.z) [c](vscode://x) [d](file:///etc) https://y.org'),
    );
    expect([...page.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual([
      'https://x.org',
      'mailto:x@y.z',
      'https://y.org',
    ]);
  });

  it('shows a link to a file as its words, and where it would lead as their tip', () => {
    const page = parse(
      markdown('See [**engine**.go](src/prompt/my%20engine.go#L42), [top](#top), [x](javascript:alert`1`).'),
    );
    expect(page.querySelector('a')).toBeNull();
    expect(page.textContent.trim()).toBe('See engine.go, top, x.');
    expect(
      [...page.querySelectorAll('.unfollowed')].map((link) => [
        link.textContent,
        link.getAttribute('data-tip'),
      ]),
    ).toEqual([
      ['engine.go', 'src/prompt/my engine.go#L42'],
      ['top', '#top'],
      ['x', 'javascript:alert`1`'],
    ]);
  });

  it('says where a link leads that has other words', () => {
    const link = parse(markdown('[docs](https://x.org/a "not this")')).querySelector('a');
    expect(link?.getAttribute('data-tip')).toBe('https://x.org/a');
    expect(link?.getAttribute('title')).toBeNull();
  });

  it('leaves addresses in a text alone that no one could follow', () => {
    expect(markdown('//x.org and ftp://x.org/a')).toBe('<p>//x.org and ftp://x.org/a</p>\n');
  });

  it('fetches no picture, and names one that is in the text itself briefly', () => {
    const page = parse(
      markdown(`![cat](https://x.org/cat.png) ![dot](data:image/png;base64,${'A'.repeat(5000)})`),
    );
    expect(page.querySelector('img')).toBeNull();
    expect(page.textContent).toContain('image: cat');
    expect(page.textContent).toContain('image: dot');
    const tips = [...page.querySelectorAll('.image-note')].map((note) => note.getAttribute('data-tip') ?? '');
    expect(tips[0]).toBe('https://x.org/cat.png');
    expect(tips[1]).toHaveLength(300);
  });
});

describe('hostile text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<iframe src="https://x.org"></iframe>',
    '<style>*{display:none}</style>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '![x](javascript:alert(1))',
    '[x]: javascript:alert(1)\n\n[x]',
    '<a href="javascript:alert(1)">x</a>',
    '```"><img src=x onerror=alert(1)>\nx\n```',
    '`<img src=x onerror=alert(1)>`',
    '[x](https://x.org "onmouseover=alert(1)")',
    '<div onclick=alert(1)>x</div>',
    '<form action="https://x.org"><input></form>',
    '[a](<https://x.org" onclick="alert(1)>)',
  ];
  for (const text of hostile) {
    for (const typed of [false, true]) {
      it(`${typed ? 'typed ' : ''}${text.slice(0, 50)}`, () => {
        const page = parse(markdown(text, typed));
        expect(
          page.querySelector('script, img, svg, iframe, style, form, input, object, embed, link, base'),
        ).toBeNull();
        for (const node of page.querySelectorAll('*')) {
          for (const { name, value } of node.attributes) {
            expect(name).not.toMatch(/^on|^style$|^srcset$|^id$/);
            if (name === 'href') expect(value).toMatch(/^(https?|mailto):/);
          }
        }
      });
    }
  }
});

describe('terminal colours', () => {
  it('leave the same letters when they are not read', () => {
    for (const text of [
      '\u001b[1;31mred\u001b[0m <b>',
      '\u001b]0;t\u0007a\u001b[2Kb',
      '\u001b[38;5;12mx\u001b[m',
    ]) {
      const read = document.createElement('div');
      read.innerHTML = trusted(ansiToHtml(text));
      expect(withoutAnsi(text)).toBe(read.textContent);
    }
  });

  it('become classes', () => {
    expect(trusted(ansiToHtml('\u001b[31mred\u001b[0m'))).toBe('<span class="ansi-red-fg">red</span>');
  });

  it('carry nothing else in', () => {
    const text =
      '\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007 \u001b]0;title\u0007\u001b[2J\u001b[1;1H<b>x</b>';
    const html = trusted(ansiToHtml(text));
    expect(html).not.toContain('javascript');
    expect(html).not.toContain('title');
    expect(parse(html).querySelector('a, b')).toBeNull();
    expect(parse(html).textContent).toBe('link <b>x</b>');
  });
});
