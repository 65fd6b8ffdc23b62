import type { FakeChat, FakeSegment } from './fake-history';
import { DAY, HOUR, MINUTE, Writer, ordinaryTurns, uuid, wireTheLimiter } from './fake-history';
import type { EdgeKind, Segment, SessionInfo } from './types';

interface Plan {
  key: string;
  session: string;
  parent?: string;
  edge: EdgeKind;
  title: string;
  ago: number;
  turns: number;
  write?: (w: Writer) => Writer;
  more?: Partial<Segment>;
}

function build(
  head: Pick<FakeChat, 'title' | 'project' | 'projectName' | 'projectDisplay'> & Partial<FakeChat>,
  now: number,
  plans: Plan[],
): FakeChat {
  const segments = new Map<string, FakeSegment>();
  const turnsAt = new Map<string, number>();
  for (const plan of plans) {
    const before = plan.parent === undefined ? 0 : (turnsAt.get(plan.parent) ?? 0);
    const span = plan.turns * 5 * MINUTE;
    const w = new Writer(`${plan.session}/${plan.key}`, now - plan.ago - span, before);
    (plan.write ?? ((x: Writer) => ordinaryTurns(x, plan.turns)))(w);
    w.rows.forEach(
      (row) => (row.time = new Date(Math.min(Date.parse(row.time ?? ''), now - plan.ago)).toISOString()),
    );
    const parent = plan.parent === undefined ? undefined : segments.get(plan.parent);
    if (parent) parent.leaf = false;
    const session = uuidOf(plan.session);
    const first = w.rows[0];
    const last = w.rows.at(-1);
    segments.set(plan.key, {
      id: `${session}:${first?.uuid ?? ''}`,
      session,
      parent: parent?.id ?? null,
      edge: plan.edge,
      at: parent?.tip ?? null,
      first: first?.uuid ?? '',
      tip: last?.uuid ?? '',
      title: plan.title,
      turns: plan.turns,
      start: first?.time ?? '',
      end: new Date(now - plan.ago).toISOString(),
      leaf: true,
      superseded: false,
      active: true,
      resumesHere: false,
      newerElsewhere: false,
      compactions: 0,
      agents: 0,
      model: 'opus-4-5',
      gitBranch: 'main',
      live: false,
      missingParent: '',
      evidence: plan.edge === 'root' ? [] : ['shared-uuids'],
      confidence: 'certain',
      shared: before * 7,
      forkTurn: before,
      rows: w.rows,
      ...plan.more,
    });
    turnsAt.set(plan.key, w.turns);
  }
  const list = [...segments.values()];
  const ids = [...new Set(list.map((s) => s.session))];
  const sessions = ids.map((id): SessionInfo => {
    const own = list.filter((s) => s.session === id);
    const first = own[0];
    const up = list.find((s) => s.id === first?.parent);
    return {
      id,
      title: first?.title ?? '',
      titleFrom: 'first-prompt',
      parent: up && up.session !== id ? up.session : null,
      relation: first?.edge === 'fork' ? 'forked' : first?.parent ? 'resumed' : 'root',
      evidence: first?.evidence ?? [],
      confidence: 'certain',
      forkPoint: first?.at ?? null,
      shared: first?.shared ?? 0,
      own: own.reduce((n, s) => n + s.rows.length, 0),
      superseded: own.every((s) => s.superseded),
      activeLeaf: own.at(-1)?.tip ?? '',
      agents: 0,
      records: own.reduce((n, s) => n + s.rows.length * 2, 0),
      prompts: own.reduce((n, s) => n + s.turns, 0),
      malformed: 0,
      bytes: 410_000,
      start: first?.start ?? '',
      end: own.at(-1)?.end ?? '',
      cwd: head.project,
      gitBranch: 'main',
      version: '2.1.90',
      live: own.some((s) => s.live),
      partial: false,
      expiresInDays: head.expiresInDays ?? null,
      archived: head.archived ?? false,
      model: 'opus-4-5',
      resume:
        head.projectName === 'infra'
          ? { possible: false, why: 'The directory ~/code/infra does not exist' }
          : { possible: true, why: '' },
    };
  });
  return {
    id: ids[0] ?? '',
    starred: false,
    own: { name: '', tags: [], note: '' },
    notes: [],
    expiresInDays: null,
    archived: false,
    sessions,
    segments: list,
    ...head,
  };
}

const known: Record<string, string> = {
  ce66e75e: 'ce66e75e-0c1a-4b7e-9d4f-6a1b2c3d4e5f',
  '755d966a': '755d966a-1d2b-4c8f-8e50-7b2c3d4e5f60',
  ab337be2: 'ab337be2-2e3c-4d90-9f61-8c3d4e5f6071',
  '48bfdc96': '48bfdc96-3f4d-4ea1-8072-9d4e5f607182',
  fa2f7873: 'fa2f7873-405e-4fb2-9183-ae5f60718293',
  '77a00ded': '77a00ded-516f-40c3-8294-bf60718293a4',
};

function uuidOf(short: string): string {
  return known[short] ?? uuid(`session ${short}`);
}

function tokenBucket(now: number): FakeChat {
  return build(
    {
      title: 'Token bucket for the upload API',
      project: '/home/ada/projects/my-app',
      projectName: 'my-app',
      projectDisplay: '~/projects/my-app',
    },
    now,
    [
      {
        key: 'root',
        session: 'ce66e75e',
        edge: 'root',
        title: 'Limit uploads per user',
        ago: 17 * DAY,
        turns: 12,
        more: { compactions: 1 },
      },
      {
        key: 'compare',
        session: '755d966a',
        parent: 'root',
        edge: 'compaction',
        title: 'Compare token and leaky bucket',
        ago: 16.8 * DAY,
        turns: 7,
        write: (w) =>
          ordinaryTurns(
            w.compaction(
              'The user wants uploads limited per user. We compared fixed windows, token buckets and leaky buckets.\n\n- The key is the user, not the address.\n- The 429 body stays as it is.',
              156_000,
              9_000,
            ),
            7,
          ),
      },
      {
        key: 'websockets',
        session: '755d966a',
        parent: 'compare',
        edge: 'rewind',
        title: '“and what about websockets?”',
        ago: 16.2 * DAY,
        turns: 2,
        more: { active: false },
      },
      {
        key: 'leaky',
        session: 'ab337be2',
        parent: 'compare',
        edge: 'fork',
        title: 'Leaky bucket, in memory only',
        ago: 16 * DAY,
        turns: 4,
        more: { newerElsewhere: true, confidence: 'inferred' },
      },
      ...[1, 2, 3].map((n): Plan => ({
        key: `v${n}`,
        session: `v${n}`,
        parent: n === 1 ? 'compare' : `v${n - 1}`,
        edge: 'resume',
        title: `Token bucket, day ${n}`,
        ago: (6 - n) * DAY,
        turns: 3,
        more: { superseded: true },
      })),
      {
        key: 'wire',
        session: '48bfdc96',
        parent: 'v3',
        edge: 'compaction',
        title: 'Wire the limiter into the router',
        ago: 2 * HOUR,
        turns: 9,
        more: { agents: 1 },
        write: (w) => {
          ordinaryTurns(w, 8).compaction(
            'Uploads are limited per user by a token bucket. The limiter type exists and is tested; the router does not use it yet.\n\n1. Wire it in behind authentication.\n2. Keep the 429 body.',
            156_000,
            9_000,
          );
          return wireTheLimiter(w);
        },
      },
      {
        key: 'metrics',
        session: 'fa2f7873',
        parent: 'wire',
        edge: 'fork',
        title: 'Add metrics and a dashboard for the limiter',
        ago: 25 * MINUTE,
        turns: 6,
      },
      {
        key: 'retry',
        session: '77a00ded',
        parent: 'wire',
        edge: 'fork',
        title: 'Retry with jitter instead',
        ago: 20_000,
        turns: 5,
        more: { live: true, resumesHere: true, shared: 61, forkTurn: 9 },
        write: (w) => {
          w.prompt('Actually, leave the server alone. Make the clients retry with jitter instead.');
          w.reply(
            "Then the change moves to the three clients. I'll start with the web app, whose backoff is fixed at one second.",
          );
          return ordinaryTurns(w, 4);
        },
      },
    ],
  );
}

/** A chat of many sessions: forks of forks, resumed chains, a missing parent now and then. */
function manySessions(now: number, n: number): FakeChat {
  const plans: Plan[] = [];
  let seed = 11;
  const rnd = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32;
  for (let i = 0; i < n; i++) {
    const fork = i > 0 && rnd() < 0.3;
    const parent = i === 0 ? undefined : `k${fork ? Math.max(0, i - 1 - Math.floor(rnd() * 25)) : i - 1}`;
    plans.push({
      key: `k${i}`,
      session: `many${i}`,
      parent,
      edge: i === 0 ? 'root' : fork ? 'fork' : 'resume',
      title: `Service ${i}: ${['move the build', 'pin the toolchain', 'cache the modules', 'run the tests in parallel'][i % 4] ?? ''}`,
      ago: (n - i) * 3 * HOUR,
      turns: 1 + (i % 5),
      more: { superseded: !fork && rnd() < 0.4, gitBranch: i % 7 === 0 ? 'build/next' : 'main' },
    });
  }
  return build(
    {
      title: 'Move sessions to Postgres',
      project: '/home/ada/projects/my-app',
      projectName: 'my-app',
      projectDisplay: '~/projects/my-app',
      expiresInDays: 3,
    },
    now,
    plans,
  );
}

function single(
  now: number,
  title: string,
  where: [string, string, string],
  ago: number,
  turns: number,
  more: Partial<FakeChat> = {},
): FakeChat {
  const [project, projectName, projectDisplay] = where;
  return build({ title, project, projectName, projectDisplay, ...more }, now, [
    {
      key: 'one',
      session: title,
      edge: 'root',
      title,
      ago,
      turns,
      more: { resumesHere: true, live: more.starred === true },
    },
  ]);
}

export function fakeChats(now: number): FakeChat[] {
  const app: [string, string, string] = ['/home/ada/projects/my-app', 'my-app', '~/projects/my-app'];
  const dot: [string, string, string] = ['/home/ada/dotfiles', 'dotfiles', '~/dotfiles'];
  const cjk: [string, string, string] = [
    '/home/ada/code/資料庫-migration',
    '資料庫-migration',
    '~/code/資料庫-migration',
  ];
  const infra: [string, string, string] = ['/home/ada/code/infra', 'infra', '~/code/infra'];
  return [
    tokenBucket(now),
    single(now, 'Why is the cold start 4 s?', app, 3 * HOUR, 18),
    manySessions(now - 3 * DAY, 200),
    single(now, 'Flaky e2e on WebKit', app, 4 * DAY, 9),
    single(now, 'zsh prompt shows stale git branch', dot, 4.2 * DAY, 7),
    single(now, 'nvim: LSP for templ files', dot, 12 * DAY, 22),
    single(now, '遷移腳本在第三批失敗', cjk, 13 * DAY, 33, { starred: true }),
    single(now, 'Backfill plan, reviewed', cjk, 15 * DAY, 14, { expiresInDays: 2 }),
    single(now, 'Terraform state drift in eu-west-1', infra, 17 * DAY, 1_200),
    single(now, 'Rotate the deploy keys', infra, 19 * DAY, 11),
  ];
}
