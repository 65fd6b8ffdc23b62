import { describe, expect, it } from 'vitest';
import wire from '../../../../testdata/wire/ranked.json';
import { fakeBackend } from './fake';
import type { RankedResult } from './types';

const result: RankedResult = wire as unknown as RankedResult;

describe('ranked turns', () => {
  it('are typed as the engine sends them', () => {
    const [turn] = result.turns;
    expect(Object.keys(turn ?? {}).sort()).toEqual(
      [
        ...['alsoIn', 'best', 'chat', 'closing', 'found', 'missing', 'project', 'prompt', 'score'],
        ...['segment', 'session', 'time', 'tip', 'title', 'uuid'],
      ].sort(),
    );
    for (const { best, session } of result.turns) {
      expect(result.places[session]).toBeDefined();
      for (const [from, to] of best.ranges) expect(from).toBeLessThan(to);
    }
  });

  it('come from the fake, best first', async () => {
    const backend = fakeBackend();
    const ranked = await backend.ranked('the zzqqzz', {}, 3);
    expect(ranked.turns.length).toBeGreaterThan(0);
    expect(ranked.turns[0]?.found).toEqual(['the']);
    expect(ranked.turns[0]?.missing).toEqual(['zzqqzz']);
  });
});
