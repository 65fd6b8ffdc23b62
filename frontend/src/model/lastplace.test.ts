import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SettingsState } from './settings/settings.svelte';
import { fakeBackend } from '../lib/backend/fake';
import { type Link, linkTo, parseLink } from '../lib/link';
import { LastPlace } from './lastplace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup() {
  const settings = new SettingsState(fakeBackend({ chats: [] }));
  let place: Link | null = linkTo('s1');
  const last = new LastPlace(settings, () => place);
  return { settings, last, go: (to: Link | null) => (place = to), set: vi.spyOn(settings, 'set') };
}

it('keeps where a view comes to rest, and no place on the way', async () => {
  const { settings, last, go, set } = setup();
  last.moved();
  await vi.advanceTimersByTimeAsync(500);
  go(linkTo('s2'));
  last.moved();
  await vi.advanceTimersByTimeAsync(500);
  expect(set).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(parseLink(settings.value.lastPlace)?.session).toBe('s2');
  expect(set).toHaveBeenCalledOnce();
});

it('writes the same place once, and none where there is none', () => {
  const { settings, last, go, set } = setup();
  last.keep();
  last.keep();
  go(null);
  last.keep();
  last.keepChat('c');
  last.keepChat('c');
  expect(set.mock.calls).toEqual([[{ lastPlace: 'dendro://s1' }], [{ lastChat: 'c' }]]);
  expect(settings.value).toMatchObject({ lastPlace: 'dendro://s1', lastChat: 'c' });
});
