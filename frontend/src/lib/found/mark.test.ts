import { expect, it } from 'vitest';
import { matchesIn, patternOf, rangesIn, saidIn } from './mark';

const words = (...list: string[]) => list.flatMap((w) => patternOf(w) ?? []);

it('takes a query for letters, not for a pattern', () => {
  expect(matchesIn('a.b (c) a+b [x-y]', words('a.b', '(c)', '[x-y]'))).toEqual([
    [0, 3],
    [4, 7],
    [12, 17],
  ]);
  expect(patternOf('  ')).toBeNull();
});

it('finds letters of any case, in any script, and phrases over line breaks', () => {
  expect(matchesIn('Über ÜBER über', words('über'))).toHaveLength(3);
  expect(matchesIn('資料庫 in der 資料庫', words('資料庫'))).toHaveLength(2);
  expect(matchesIn('token\n  bucket', words('token bucket'))).toEqual([[0, 14]]);
});

it('finds what colours have cut into pieces, but nothing across blocks', () => {
  const root = document.createElement('div');
  root.innerHTML =
    '<p><span>fun</span><span>ction</span> tak<b>e</b></p><p>fun</p><p>ction</p><pre>take</pre>';
  const found = rangesIn(root, words('function', 'take'));
  expect(found.map((r) => r.toString())).toEqual(['function', 'take', 'take']);
});

it('survives a pattern that matches nothing at all', () => {
  expect(matchesIn('abc', [/x*/giu])).toEqual([]);
});

it('leaves out the words of the window itself', () => {
  const root = document.createElement('div');
  root.innerHTML =
    '<h4>Read turn</h4><div class="row"><button><b>Read</b> <span dir="auto">read.go</span> 3 reads</button>' +
    '<dt>Read</dt><dd>read</dd><p>Read on</p><footer><button>Read raw</button></footer></div>';
  const found = saidIn(root, words('read'));
  expect(found.map((r) => r.startContainer.textContent)).toEqual(['read.go', 'read', 'Read on']);
});
