import { waitFor } from '@testing-library/svelte';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diagram, pictureOf } from '../drawing/diagram';
import { redraw, toggleDrawing } from './drawing';
import { markdown } from './render';

vi.mock('mermaid', () => ({
  default: {
    initialize: vi.fn(),
    render: vi.fn((_id: string, source: string) =>
      source.startsWith('graph')
        ? Promise.resolve({
            svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 120.4 60" width="100%"/>',
          })
        : Promise.reject(new Error('Parse error on line 1\nExpecting a, b, c')),
    ),
  },
}));

function page(source: string) {
  const div = document.createElement('div');
  div.innerHTML = markdown(`\`\`\`mermaid\n${source}\n\`\`\``);
  document.body.replaceChildren(div);
  const button = div.querySelector<HTMLElement>('[data-draw]');
  if (!button) throw new Error('no button');
  return { div, button, code: div.querySelector('pre') as HTMLElement };
}

describe('a Mermaid block', () => {
  it('is drawn on request, as a picture, and is source again', async () => {
    const { div, button, code } = page('graph TD; A-->B');
    const drawn = new Set<string>();
    expect(button.textContent).toBe('Show diagram');
    toggleDrawing(button, drawn);
    await waitFor(() => expect(div.querySelector('img')).not.toBeNull());
    expect(div.querySelector('img')?.src).toMatch(/^data:image\/svg\+xml/);
    expect(div.querySelector('svg')).toBeNull();
    expect([code.hidden, button.textContent, [...drawn]]).toEqual([true, 'Show source', ['graph TD; A-->B']]);
    toggleDrawing(button, drawn);
    expect([code.hidden, button.textContent, drawn.size]).toEqual([false, 'Show diagram', 0]);
    expect(div.querySelector('img')).toBeNull();
  });

  it('that has an error says so in one line, above its source', async () => {
    const { div, button, code } = page('nonsense');
    const drawn = new Set<string>();
    for (let i = 0; i < 2; i++) {
      toggleDrawing(button, drawn);
      await waitFor(() => expect(button.ariaBusy).toBeNull());
      const notes = [...div.querySelectorAll('[role=alert]')].map((note) => note.textContent);
      expect(notes).toEqual(['The diagram was not drawn: Parse error on line 1']);
      expect([code.hidden, button.textContent]).toEqual([false, 'Show diagram']);
    }
  });

  it('that was drawn is drawn again with its row', async () => {
    const { div } = page('graph TD; A-->B');
    redraw(div, new Set(['graph LR; C']));
    expect(div.querySelector('[aria-busy]')).toBeNull();
    redraw(div, new Set(['graph TD; A-->B']));
    await waitFor(() => expect(div.querySelector('img')).not.toBeNull());
  });

  it('is the only one with a button', () => {
    const div = document.createElement('div');
    div.innerHTML = markdown(
      '```go\nx\n```\n\n```Mermaid\ngraph\n```\n\n<button data-draw="diagram">x</button>',
    );
    expect(div.querySelectorAll('[data-draw]')).toHaveLength(1);
  });
});

describe('formulas', () => {
  // jsdom's MathML elements have no style.
  beforeAll(() => Object.defineProperty(Element.prototype, 'style', { configurable: true, value: {} }));
  afterAll(() => Reflect.deleteProperty(Element.prototype, 'style'));

  function prose(text: string) {
    const div = document.createElement('div');
    div.className = 'prose';
    div.innerHTML = markdown(text);
    return { div, button: div.querySelector<HTMLElement>('[data-draw]') };
  }

  it('stay as they are written until they are asked for, and can be again', async () => {
    const text = 'So \\(a_1 < b_2\\) and\n\n$$\n\\frac{a}{b}\n$$\n\nand \\[x^2\\]';
    const { div, button } = prose(text);
    const before = div.textContent;
    expect([...div.querySelectorAll('.formula')].map((f) => f.textContent)).toEqual([
      '\\(a_1 < b_2\\)',
      '$$\n\\frac{a}{b}\n$$',
      '\\[x^2\\]',
    ]);
    if (!button) throw new Error('no button');
    const drawn = new Set<string>();
    toggleDrawing(button, drawn);
    await waitFor(() => expect(button.textContent).toBe('Show source'));
    const math = [...div.querySelectorAll('.formula > math')];
    expect(math.map((one) => one.getAttribute('display') ?? 'inline')).toEqual(['inline', 'block', 'block']);
    expect(div.querySelector('mfrac')).not.toBeNull();
    const again = prose(text);
    redraw(again.div, drawn);
    await waitFor(() => expect(again.div.querySelectorAll('math')).toHaveLength(3));
    toggleDrawing(button, drawn);
    expect([div.textContent, drawn.size]).toEqual([before, 0]);
  });

  it.each([
    '\\[\\href{javascript:alert(1)}{x}\\]',
    '\\[\\includegraphics{https://x.org/a.png}\\]',
    '\\[\\class{x}{y}\\]',
    '\\[\\def\\a{\\a\\a}\\a\\]',
    '\\[\\frac{\\]',
  ])('that are not valid or could lead elsewhere stay source: %s', async (text) => {
    const { div, button } = prose(text);
    if (!button) throw new Error('no button');
    toggleDrawing(button, new Set());
    await waitFor(() => expect(button.textContent).toBe('Show source'));
    expect(div.querySelector('.formula')?.textContent).toBe(text);
    expect(div.querySelector('.formula')?.getAttribute('data-tip')).not.toBe('');
    expect(div.querySelector('math, a, img, [href], [src]')).toBeNull();
  });

  it.each(['It costs $5, or $$.', 'match \\(a', '`\\(x\\)`', '```\n$$x$$\n```', `$$${'x'.repeat(2_000)}$$`])(
    'are none: %s',
    (text) => {
      expect(prose(text).button).toBeNull();
    },
  );
});

describe('a diagram', () => {
  it('is a picture of its own size', () => {
    const url = pictureOf(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 120.4 60" width="100%"><g/></svg>',
    );
    const svg = decodeURIComponent(url.slice(url.indexOf(',') + 1));
    expect(svg).toContain('width="121"');
    expect(svg).toContain('height="60"');
  });

  it.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<svg viewBox="0 0 9 9"><br></svg>',
    '<p>no</p>',
  ])('without a size, or of no SVG, is none: %s', (svg) => {
    expect(() => pictureOf(svg)).toThrow('the diagram is empty');
  });

  it('that is too large is not laid out', async () => {
    await expect(diagram(`graph ${'A-->B;'.repeat(5_000)}`, false)).rejects.toThrow(
      'more than 20000 characters',
    );
  });
});
