import { LoneTree } from '../../test/lone.svelte';
import { describe, expect, it } from 'vitest';
import wire from '../../../../testdata/wire/chat.json';
import type { ChatTree, HitPlace } from '../../lib/backend/types';
import { fakeBackend } from '../../lib/backend/fake';
import { alsoName, placeName, treePlaces } from './place';

const tree = wire as unknown as ChatTree;

describe('the place of a hit', () => {
  it('says which session of its chat it is in, where there are several', () => {
    const place = (values: Partial<HitPlace>): HitPlace => ({
      ...{ chat: 'c', title: '' },
      ...{ at: 2, of: 4, relation: 'resumed', superseded: false },
      ...values,
    });
    expect(placeName(place({}), false)).toBe('Session 2 of 4');
    expect(placeName(place({ superseded: true }), true)).toBe('Session 2 of 4 · Superseded');
    expect(placeName(place({ relation: 'forked' }), false)).toBe('Session 2 of 4 · Fork');
    expect(placeName(place({ at: 1, relation: 'root' }), true)).toBe('Session 1 of 4 · Abandoned');
    expect(placeName(place({ at: 1, of: 1, relation: 'root' }), true)).toBe('Abandoned');
    expect(placeName(place({ at: 1, of: 1, relation: 'root' }), false)).toBe('');
    expect(placeName(undefined, false)).toBe('');
  });

  it('names what else holds it', () => {
    const places = Object.fromEntries(
      ['a', 'b', 'c', 'x', 'y'].map((id): [string, HitPlace] => [
        id,
        { chat: id < 'x' ? 'one' : id, title: id, at: 1, of: 3, relation: 'root', superseded: false },
      ]),
    );
    const name = (...alsoIn: string[]) => alsoName({ session: 'a', chat: 'one', alsoIn }, places);
    expect(name()).toBe('');
    expect(name('b')).toBe('Also in 1 branch');
    expect(name('b', 'c', 'gone')).toBe('Also in 3 branches');
    expect(name('x')).toBe('Also in 1 other chat');
    expect(name('b', 'x', 'y')).toBe('Also in 1 branch and 2 other chats');
  });

  it('wears the hue of its branch, and knows the branch that was left', () => {
    const placeOf = treePlaces(tree);
    for (const segment of tree.segments) {
      const place = placeOf({ session: segment.session, time: segment.end });
      expect(place?.aside).toBe(!segment.active);
      expect(place?.color).toBeGreaterThanOrEqual(1);
    }
    expect(placeOf({ session: 'gone', time: tree.end })).toBeNull();
    expect(placeOf({ session: tree.segments[0]?.session ?? '' })?.aside).toBe(false);
  });

  it('has the colours that the tree draws', async () => {
    const backend = fakeBackend();
    for (const chat of (await backend.chats()).chats.slice(0, 6)) {
      const state = new LoneTree(backend);
      await state.open(chat.id);
      const placeOf = treePlaces(await backend.chat(chat.id));
      for (const row of state.view.rows) {
        const { session, end } = row.item.segment;
        const same = state.view.rows.filter((r) => r.item.segment.session === session);
        if (same.length === 1) expect(placeOf({ session, time: end })?.color).toBe(row.place.color);
      }
    }
  });
});
