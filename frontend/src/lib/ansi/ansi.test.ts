import { describe, expect, it } from 'vitest';
import { hasAnsi, withoutAnsi } from './ansi';
import { ansiToHtml } from './html';

const E = '\u001b';

describe('an output of a terminal', () => {
  it.each([
    ['colours', `${E}[1;31mred${E}[0m`, 'red'],
    ['colours of 24 bits', `${E}[38;2;1;2;3mx${E}[39m`, 'x'],
    ['colours with colons', `${E}[4:3mx${E}[m`, 'x'],
    ['cursor movement', `a${E}[2Kb${E}[1;1Hc${E}[?25l`, 'abc'],
    ['a title', `${E}]0;a title\u0007text`, 'text'],
    ['a link of its own', `${E}]8;;https://evil.example${E}\\here${E}]8;;${E}\\`, 'here'],
    ['a device string', `${E}Pq#0;2${E}\\x`, 'x'],
    ['character sets', `${E}(B${E})0x`, 'x'],
  ])('is read without its %s', (_, text, plain) => {
    expect(withoutAnsi(text)).toBe(plain);
  });

  it('is known by its first escape', () => {
    expect([hasAnsi('plain [31m'), hasAnsi(`${E}[31m`)]).toEqual([false, true]);
  });

  it('has its colours as classes, and no HTML and no link of its own', () => {
    expect(ansiToHtml(`${E}[31m<b>${E}[0m & x`)).toBe('<span class="ansi-red-fg">&lt;b&gt;</span> &amp; x');
    const link = ansiToHtml(`${E}]8;;javascript:alert(1)${E}\\here${E}]8;;${E}\\`);
    expect(link).toBe('here');
  });
});
