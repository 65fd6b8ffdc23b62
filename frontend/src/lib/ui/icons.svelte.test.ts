import { render } from '@testing-library/svelte';
import GitBranch from '@lucide/svelte/icons/git-branch';
import { describe, expect, it } from 'vitest';
import Icon from '../../../node_modules/@lucide/svelte/dist/Icon.svelte';
import source from '../../../node_modules/@lucide/svelte/dist/icons/git-branch.svelte?raw';

type Given = Record<string, string>;

/** An element with its attributes in order, and its classes. */
function drawn(element: Element | null): unknown {
  if (!element) return null;
  const attributes = [...element.attributes]
    .map(({ name, value }) => [name, name === 'class' ? value.split(' ').sort().join(' ') : value])
    .sort(([a = ''], [b = '']) => a.localeCompare(b));
  return [element.tagName, attributes, [...element.children].map(drawn)];
}

describe('an icon', () => {
  it.each<Given>([{}, { class: 'turned' }])('is drawn as Lucide draws it, given %o', (given) => {
    const icon = JSON.parse(/iconData = (\{.*\});/.exec(source)?.[1] ?? '') as object;
    const lucide = render(Icon, { icon, ...given } as never).container.firstElementChild;
    const plain = render(GitBranch, given).container.firstElementChild;
    expect(plain?.children).toHaveLength(3);
    expect(drawn(plain)).toEqual(drawn(lucide));
  });

  it('says so when it is given what it does not take', () => {
    expect(() => render(GitBranch, { size: 12 })).toThrow('a class and nothing else');
  });
});
