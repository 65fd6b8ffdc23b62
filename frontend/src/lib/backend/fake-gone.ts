import { DAY } from './fake-history';
import type { GonePrompts } from './types';

const texts = [
  'Why does the build hang on macOS?',
  'try without the cache [Pasted text #1 +40 lines]',
  'Write the release notes',
];

/** Prompts of two deleted sessions. */
export function fakeGone(now: number, q: string, limit: number): GonePrompts {
  const words = q.toLowerCase().split(/\s+/);
  const prompts = texts
    .map((text, i) => ({
      session: i < 2 ? 'dead0000-0000-4000-8000-000000000001' : '',
      project: '/home/ada/projects/my-app',
      projectName: 'my-app',
      time: new Date(now - (40 + i) * DAY).toISOString(),
      text,
      pasted: i === 1 ? ['the log'] : [],
    }))
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  return { q, total: prompts.length, prompts: prompts.slice(0, limit) };
}
