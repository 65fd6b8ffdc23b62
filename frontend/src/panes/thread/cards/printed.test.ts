import { expect, it } from 'vitest';
import { printed } from './printed';

/** Prefixes each line with a letter for its kind. */
function art(text: string, failed = false): string[] {
  const letters = { plain: ' ', bad: '!', add: '+', del: '-', hunk: '@', file: '=' };
  return printed(text, failed).flatMap(({ kind, text: run }) =>
    run
      .slice(0, -1)
      .split('\n')
      .map((line) => `${letters[kind]} ${line}`),
  );
}

const same = (text: string) => text.split('\n').map((line) => `  ${line}`);

it('marks the lines that say what failed, and no others', () => {
  const out = [
    'Exit code 1',
    'collected 12 items',
    "E       KeyError: 'since'",
    'tests/a.py:12: AssertionError',
    '--- FAIL: TestFind (0.01s)',
    'ok  	example/store	0.2s',
    '1 failed, 11 passed',
    'build: 0 errors',
    'lint found no errors',
  ].join('\n');
  const bad = art(out, true).filter((line) => line.startsWith('!'));
  expect(bad).toEqual([
    "! E       KeyError: 'since'",
    '! tests/a.py:12: AssertionError',
    '! --- FAIL: TestFind (0.01s)',
    '! 1 failed, 11 passed',
  ]);
  expect(art(out)).toEqual(same(out));
});

it('takes a short output that failed as the failure, a long one not', () => {
  expect(art('Exit code 3', true)).toEqual(['! Exit code 3']);
  expect(art('one\ntwo\nthree\nfour', true)).toEqual(same('one\ntwo\nthree\nfour'));
});

it('colours a diff by what its hunks count', () => {
  const diff = [
    'diff --git a/x.go b/x.go',
    'index 11aa..22bb 100644',
    '--- a/x.go',
    '+++ b/x.go',
    '@@ -1,3 +1,3 @@ func x() {',
    ' a',
    '--- b',
    '+c',
    '',
    '+ not of the diff',
    '- a list',
  ];
  expect(art(diff.join('\n'))).toEqual(
    diff.map((line, i) => `${['=', '=', '=', '=', '@', ' ', '-', '+', ' ', ' ', ' '][i] ?? ''} ${line}`),
  );
});

it('takes lists, rules and front matter for what they are', () => {
  const text = '---\ntitle: x\n---\n- one\n+ two\n@@ not a hunk';
  expect(art(text)).toEqual(same(text));
});
