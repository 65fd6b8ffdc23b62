import type { ChatSummary } from '../../lib/backend/types';
import { projectNames } from '../chats/rows';
import { best } from './score';

/** The projects that match a text, best first; without text, the first `most` in list order. */
export function projectsFor(text: string, chats: readonly ChatSummary[], most: number) {
  const called = projectNames([...new Map(chats.map((c) => [c.project, c.projectName]))]);
  const list = [...called].map(([path, name]) => ({ path, name })).filter((p) => p.name !== '');
  if (text === '') return list.slice(0, most).map((one) => ({ one, ranges: [] }));
  return best(text, list, ({ name }) => name)
    .slice(0, most)
    .map(({ one, fit }) => ({ one, ranges: fit.ranges }));
}
