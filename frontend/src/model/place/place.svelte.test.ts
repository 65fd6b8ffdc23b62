import { describe, expect, it, vi } from 'vitest';
import { nothingOpen } from './agents';
import { chatAt, type Location } from './location';
import { type How, Place } from './place.svelte';

const spotAt = (spot: number): Location => ({ ...chatAt('c'), branch: { session: 's', tip: 't' }, spot });

function setup(...spots: number[]) {
  const moved = vi.fn();
  const place = new Place(moved);
  const go = (spot: number, how?: How) => {
    place.go(spotAt(spot), how);
  };
  for (const spot of spots) go(spot);
  /** Every location of the history, by going back to its beginning and forward again. */
  const history = () => {
    const spots: unknown[] = [];
    while (place.canGoBack) place.back();
    for (;;) {
      spots.push(place.here?.search ?? place.here?.spot);
      if (!place.canGoForward) return spots;
      place.forward();
    }
  };
  return { place, moved, go, history };
}

describe('the history of places', () => {
  it('has every move once, and a place that was left for it as it was then', () => {
    const { place, go, history, moved } = setup(1, 2, 2, 3);
    place.settle({ spot: 30 });
    go(4);
    expect(history()).toEqual([1, 2, 30, 4]);
    expect(moved).toHaveBeenCalled();
  });

  it('ends where the reader goes on from', () => {
    const { place, go, history } = setup(1, 2, 3);
    place.back();
    place.back();
    go(9);
    expect([place.canGoForward, history()]).toEqual([false, [1, 9]]);
  });

  it('has what replaces a place instead of it, and no preview', () => {
    const { place, go, history } = setup(1, 2);
    go(3, 'replace');
    go(4, 'preview');
    go(5, 'preview');
    expect(place.here?.spot).toBe(5);
    expect(place.endPreview()).toBe(true);
    expect([place.here?.spot, place.endPreview(), history()]).toEqual([3, false, [1, 3]]);
  });

  it('goes on from the place before a preview', () => {
    const { go, history } = setup(1);
    go(7, 'preview');
    go(2);
    expect(history()).toEqual([1, 2]);
  });

  it('has results as a place of their own, between where they were asked for and what was opened', () => {
    const { place, go } = setup(1);
    place.settle({ search: 'limit' });
    place.rememberResults();
    place.settle({ search: null });
    go(5);
    place.back();
    expect([place.search, place.here?.spot]).toEqual(['limit', 5]);
    place.back();
    expect([place.search, place.here?.spot, place.canGoBack]).toEqual([null, 1, false]);
  });

  it('leaves results that lie over a place with it, and results that it led back to as a step', () => {
    const { place, history } = setup(1, 2);
    place.settle({ search: 'limit' });
    place.back();
    place.forward();
    expect([place.here?.spot, place.search]).toEqual([2, null]);
    place.settle({ search: 'limit' });
    place.rememberResults();
    place.settle({ search: null });
    place.go(spotAt(5));
    place.back();
    place.back();
    place.forward();
    expect([place.search, history()]).toEqual(['limit', [1, 2, 'limit', 5]]);
  });

  it('keeps the last hundred', () => {
    const { history } = setup(...Array.from({ length: 150 }, (_, i) => i));
    expect(history()).toEqual(Array.from({ length: 101 }, (_, i) => i + 49));
  });
});

describe('a place whose wish is not resolved yet', () => {
  it('is in the history, and forward and back lead from it and to it', () => {
    const { place } = setup(1);
    place.go(chatAt('slow'));
    place.go(chatAt('slower'));
    place.back();
    expect([place.chat, place.here?.branch]).toEqual(['slow', null]);
    place.forward();
    place.back();
    place.back();
    expect([place.chat, place.here?.spot, place.canGoBack]).toEqual(['c', 1, false]);
    place.forward();
    place.resolve({ branch: { session: 'x', tip: 'y' } });
    place.forward();
    place.back();
    expect(place.here).toMatchObject({ chat: 'slow', branch: { session: 'x' }, wish: null });
  });

  it('is no step of its own if it leads to where the reader came from', () => {
    const { place, history } = setup(1, 2);
    place.go(chatAt('c', { session: 's' }));
    place.resolve({ branch: { session: 's', tip: 't' }, spot: 2 });
    expect(history()).toEqual([1, 2]);
  });
});

it('closes agents to the call that started them, which Back does not lead to once more', () => {
  const { place } = setup(1);
  const agent = (ref: string, row: number) => ({
    ref: { agent: ref },
    chain: { agent: ref, type: 'Explore' },
    about: '',
    rows: [row],
    left: { ...nothingOpen, topRow: row },
  });
  const [outer, inner] = [agent('a', 4), agent('b', 2)];
  place.go({ ...spotAt(0), agents: [outer] });
  place.go({ ...spotAt(0), agents: [outer, inner] });
  place.leave(0);
  expect(place.here).toMatchObject({ agents: [], found: [4], spot: 4 });
  expect([place.canGoBack, place.canGoForward]).toEqual([false, true]);
  place.forward();
  expect(place.here?.agents).toHaveLength(1);
});

it('keeps the chat that a link into an agent was opened from', () => {
  const { place } = setup(1);
  const agent = (ref: string) => ({
    ref: { agent: ref },
    chain: { agent: ref, type: 'Explore' },
    about: '',
    rows: [4],
    left: nothingOpen,
  });
  const other: Location = { ...chatAt('other'), branch: { session: 'x', follow: true } };
  place.go({ ...other, agents: [agent('a')] });
  place.go({ ...other, agents: [agent('a'), agent('b')] });
  place.leave(0);
  expect(place.here).toMatchObject({ chat: 'other', agents: [], spot: 0 });
  place.back();
  expect([place.chat, place.here?.spot, place.canGoBack]).toEqual(['c', 1, false]);
  place.forward();
  place.forward();
  place.forward();
  expect(place.here?.agents).toHaveLength(2);
});

it('says of every location with a branch that it is the one on which its session continues', () => {
  const { place, go } = setup(1, 2);
  place.back();
  place.rebranch({ session: 's', tip: 't' }, { session: 's', follow: true });
  const follows = { session: 's', follow: true };
  expect(place.here?.branch).toEqual(follows);
  place.forward();
  expect([place.here?.spot, place.here?.branch]).toEqual([2, follows]);
  place.rebranch({ session: 's', tip: 'another' }, { session: 's', follow: true });
  go(3);
  expect(place.here?.branch, 'not of another end').toEqual({ session: 's', tip: 't' });
});
