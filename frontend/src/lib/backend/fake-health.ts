import type { HealthReport } from './types';

/** A history with one of everything that can be amiss. */
export const healthReport: HealthReport = {
  schema: 1,
  roots: [{ path: '/home/ada/.claude', projects: 3, sessions: 23, agents: 4, bytes: 1_040_000 }],
  records: 1_204,
  types: { user: 500, assistant: 700, 'new-thing': 4 },
  unknownTypes: { 'new-thing': 4 },
  malformed: [
    {
      file: 'projects/-home-ada-dotfiles/32d73b71-da8f-4b3f-9e0d-40042372ba49.jsonl',
      line: 3,
      error: 'not JSON: unexpected end of JSON input',
    },
  ],
  dangling: 1,
  retentionDays: 30,
  retentionFrom: { days: 30, scope: 'default' },
  expiring: [{ session: '32d73b71-da8f-4b3f-9e0d-40042372ba49', days: 2 }],
  unreadable: [{ path: '/home/ada/.claude/projects/-home-ada-secret', error: 'permission denied' }],
  orphans: [
    {
      agent: '650d3273',
      file: 'projects/-home-ada-app/agent-650d3273.jsonl',
      session: '2c5941bd-b9de-41d6-9414-221d175776f7',
    },
  ],
  duplicates: [
    {
      session: '32d73b71-da8f-4b3f-9e0d-40042372ba49',
      file: 'projects/-home-ada-dotfiles/32d73b71-da8f-4b3f-9e0d-40042372ba49 (1).jsonl',
      own: 0,
    },
  ],
  misplaced: [{ file: 'projects/-home-ada-app/archive/7d1f0c11-3b0e-4a55-8d06-2f1c0a9b7e42.jsonl' }],
  torn: 1,
  oversized: 0,
};
