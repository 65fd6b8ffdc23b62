import { expect, it } from 'vitest';
import { chatAt, type Location } from './location';
import { Past } from './past.svelte';

const at = (chat: string, change: Partial<Location> = {}): Location => ({ ...chatAt(chat), ...change });
function walked(...places: Location[]): Past {
  const past = new Past();
  for (const place of places) past.add(place);
  return past;
}

it('leads back and forward again, until somewhere else is gone to', () => {
  const past = walked(at('a'), at('b'), at('c'));
  expect([past.back()?.chat, past.back()?.chat, past.back()]).toEqual(['b', 'a', null]);
  expect([past.forward()?.chat, past.canGoForward]).toEqual(['b', true]);
  past.add(at('d'));
  expect([past.canGoForward, past.back()?.chat]).toEqual([false, 'b']);
});

it('counts a place once, however it was left and whatever is looked for in it', () => {
  const past = walked(at('a'), at('b'), at('b', { find: 'word' }));
  expect(past.back()?.chat).toBe('a');
  past.replace(at('a', { spot: 7 }));
  expect([past.here?.spot, past.canGoBack]).toEqual([7, false]);
});

it('keeps the last hundred', () => {
  const past = walked(...Array.from({ length: 130 }, (_, i) => at(String(i))));
  let first = past.here;
  for (let place = past.back(); place; place = past.back()) first = place;
  expect(first?.chat).toBe('30');
});

it('leads past the agents that were left, and past a search to where was read', () => {
  const agent = { ref: { agent: 'a1' } } as unknown as Location['agents'][number];
  const past = walked(at('a'), at('a', { agents: [agent] }), at('a', { agents: [agent, agent] }));
  past.leaveAgents(0);
  expect([past.here?.agents.length, past.canGoBack]).toEqual([0, false]);
  past.add(at('b', { search: 'word' }));
  expect([past.here?.search, past.reading?.chat]).toEqual(['word', 'a']);
});
