import type { Json, Own, RecordNote, Row, Segment, SessionInfo, Sidechain, ToolCall } from './types';

/**
 * A believable history in memory, for the tests and for working on the window without the engine.
 * Ids, times and texts are invented; everything hangs together as it does on a real disk.
 */

export interface FakeSegment extends Segment {
  /** The segment's own rows, without those of its ancestors. */
  rows: Row[];
}

export interface FakeChat {
  id: string;
  title: string;
  project: string;
  projectName: string;
  projectDisplay: string;
  starred: boolean;
  own: Own;
  notes: RecordNote[];
  expiresInDays: number | null;
  archived: boolean;
  sessions: SessionInfo[];
  segments: FakeSegment[];
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function uuid(seed: string): string {
  let h = 2166136261;
  const hex = () => {
    h = Math.imul(h ^ (h >>> 13), 0x5bd1e995) >>> 0;
    return h.toString(16).padStart(8, '0');
  };
  for (const c of seed) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619) >>> 0;
  const [a, b, c, d] = [hex(), hex(), hex(), hex()];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

/** Writes rows one after the other, as a session file grows. */
export class Writer {
  readonly rows: Row[] = [];
  private n = 0;
  private message = 0;

  constructor(
    private readonly seed: string,
    private at: number,
    private turn: number,
    readonly gitBranch = 'main',
    readonly model = 'claude-opus-4-5-20251101',
  ) {}

  get time(): number {
    return this.at;
  }

  get turns(): number {
    return this.turn;
  }

  wait(ms: number): this {
    this.at += ms;
    return this;
  }

  private base() {
    return {
      uuid: uuid(`${this.seed}:${this.n++}`),
      time: new Date(this.at).toISOString(),
      index: 0,
      turn: this.turn,
      gitBranch: this.gitBranch,
    };
  }

  prompt(text: string, images = 0): this {
    this.turn++;
    this.rows.push({ ...this.base(), kind: 'prompt', text, ...(images > 0 ? { images } : {}) });
    return this.wait(4_000);
  }

  command(text: string): this {
    this.turn++;
    this.rows.push({ ...this.base(), kind: 'command', text });
    return this.wait(2_000);
  }

  notice(text: string, level = 'info'): this {
    this.rows.push({ ...this.base(), kind: 'notice', text, level });
    return this;
  }

  compaction(text: string, preTokens: number, postTokens: number): this {
    this.rows.push({ ...this.base(), kind: 'compaction', text, trigger: 'auto', preTokens, postTokens });
    return this;
  }

  thinking(text: string): this {
    this.rows.push({ ...this.base(), kind: 'thinking', text, ...this.said() });
    return this.wait(6_000);
  }

  reply(text: string): this {
    this.rows.push({ ...this.base(), kind: 'reply', text, ...this.said() });
    return this.wait(9_000);
  }

  private said() {
    this.message++;
    return {
      model: this.model,
      messageId: `msg_${this.seed}_${this.message}`,
      tokens: {
        in: 900 + this.message * 130,
        out: 260 + this.message * 40,
        cacheRead: 22_000,
        cacheWrite: 1_200,
      },
    };
  }

  tool(
    name: string,
    input: Record<string, Json>,
    result: string,
    more: {
      ms?: number;
      detail?: Json;
      status?: ToolCall['status'];
      images?: number;
      sidechain?: Sidechain;
    } = {},
  ): this {
    const base = this.base();
    const ms = more.ms ?? 300;
    this.rows.push({
      ...base,
      kind: 'tool',
      model: this.model,
      tool: {
        id: `toolu_${base.uuid.slice(0, 12)}`,
        name,
        status: more.status ?? 'ok',
        input,
        result,
        images: more.images ?? 0,
        resultTime: new Date(this.at + ms).toISOString(),
        resultUuid: uuid(`${base.uuid}:result`),
        detail: more.detail ?? null,
      },
      ...(more.sidechain ? { sidechain: more.sidechain } : {}),
    });
    return this.wait(ms + 700);
  }

  read(path: string, text = 'package upload\n\nimport (\n\t"net/http"\n)\n'): this {
    const lines = text.split('\n');
    return this.tool(
      'Read',
      { file_path: path },
      lines.map((l, i) => `${String(i + 1).padStart(6)}→${l}`).join('\n'),
      {
        ms: 40,
        detail: {
          type: 'text',
          file: { filePath: path, numLines: lines.length, startLine: 1, totalLines: lines.length },
        },
      },
    );
  }

  bash(command: string, stdout: string, ms = 900): this {
    return this.tool('Bash', { command, description: 'Run it' }, stdout, {
      ms,
      detail: { stdout, stderr: '', interrupted: false, isImage: false },
    });
  }
}

/** The conversation of the agent in the demo chat's ninth turn. */
export function exploreRows(at: number): Row[] {
  const w = new Writer('explore', at, 0, 'main', 'claude-sonnet-4-5-20250929');
  w.prompt('Find every client that parses the body of our 429 answer, and which fields it reads.');
  w.tool('Grep', { pattern: 'RetryAfterSeconds', path: '.' }, 'Found 47 files', {
    detail: {
      mode: 'content',
      numFiles: 3,
      numLines: 47,
      filenames: ['web/src/upload.ts', 'cli/upload.go', 'mobile/sdk/Upload.kt'],
      content:
        'web/src/upload.ts:41:  const wait = body.retry_after ?? RetryAfterSeconds;\ncli/upload.go:88:\tif r.RetryAfterSeconds > 0 {\nmobile/sdk/Upload.kt:17:    val retryAfterSeconds: Int',
    },
  });
  w.read(
    '/home/ada/projects/my-app/web/src/upload.ts',
    'export async function upload(file: File) {\n  return fetch("/uploads");\n}\n',
  );
  w.read('/home/ada/projects/my-app/cli/upload.go');
  w.reply(
    'Three clients parse it: the web app, the CLI and the mobile SDK. All three read `retry_after` only.',
  );
  return w.rows;
}

const limiterPatch: Json = [
  {
    oldStart: 41,
    oldLines: 3,
    newStart: 41,
    newLines: 3,
    lines: [
      ' r := chi.NewRouter()',
      '-r.Use(auth.Require, logging)',
      '+r.Use(auth.Require, limit.PerUser(l), logging)',
      ' r.Post("/uploads", h.create)',
    ],
  },
  {
    oldStart: 88,
    oldLines: 5,
    newStart: 88,
    newLines: 14,
    lines: [
      ' func (h *handler) create(w http.ResponseWriter, r *http.Request) {',
      '-\thttp.Error(w, "slow down", 429)',
      '-\treturn',
      '+\tif wait, ok := h.limiter.Take(r.Context()); !ok {',
      '+\t\tw.Header().Set("Retry-After", strconv.Itoa(int(wait.Seconds())))',
      '+\t\tw.WriteHeader(http.StatusTooManyRequests)',
      '+\t\tjson.NewEncoder(w).Encode(tooMany{RetryAfter: int(wait.Seconds())})',
      '+\t\treturn',
      '+\t}',
      ' ',
      ' \tfile, _, err := r.FormFile("file")',
    ],
  },
];

/** Turn nine of the demo chat: one of each thing that a thread can show. */
export function wireTheLimiter(w: Writer): Writer {
  w.prompt('Wire the limiter into `upload/router.go`. Keep the 429 body as it is, clients parse it.');
  w.thinking(
    'The router already has a middleware chain; the limiter should sit behind auth so that the key is the user and not the address. Otherwise everybody behind one proxy would share a bucket.\n\nThe 429 body is parsed by clients, so it stays.',
  );
  w.reply(
    "The limiter belongs behind authentication, so that the bucket's key is the user and not the address. I'll add it to the chain and keep the error body.",
  );
  for (const f of ['router.go', 'limit.go', 'limit_test.go', 'errors.go'])
    w.read(`/home/ada/projects/my-app/upload/${f}`);
  w.bash('git status --short', ' M upload/limit.go\n', 120);
  w.bash('go vet ./upload/...', '', 1_100);
  w.tool(
    'Edit',
    {
      file_path: '/home/ada/projects/my-app/upload/router.go',
      old_string: 'r.Use(auth.Require, logging)',
      new_string: 'r.Use(auth.Require, limit.PerUser(l), logging)',
    },
    'The file has been updated.',
    {
      detail: {
        filePath: '/home/ada/projects/my-app/upload/router.go',
        structuredPatch: limiterPatch,
        userModified: false,
      },
    },
  );
  w.tool(
    'Bash',
    { command: 'go test ./upload/... -run Limit -count=1', description: 'Run the limiter tests' },
    'Exit code 1',
    {
      ms: 4_100,
      status: 'error',
      detail: {
        stdout:
          '\u001b[31m--- FAIL: TestLimitPerUser (0.00s)\u001b[0m\n    limit_test.go:42: third upload: got \u001b[1m200\u001b[0m, want 429\n\u001b[31mFAIL\u001b[0m\nFAIL\tmy-app/upload\t0.012s\n',
        stderr: 'Exit code 1',
        interrupted: false,
        isImage: false,
      },
    },
  );
  w.tool(
    'Task',
    {
      subagent_type: 'Explore',
      description: 'who parses the 429 body?',
      prompt: 'Find every client that parses the body of our 429 answer, and which fields it reads.',
    },
    'Three clients parse it: the web app, the CLI and the mobile SDK.',
    {
      ms: 52_000,
      detail: {
        agentId: 'a1b2c3d4',
        status: 'completed',
        totalDurationMs: 52_000,
        totalTokens: 24_000,
        totalToolUseCount: 3,
      },
      sidechain: {
        agent: 'a1b2c3d4',
        type: 'Explore',
        description: 'who parses the 429 body?',
        model: 'claude-sonnet-4-5-20250929',
        total: 5,
        tokens: 24_000,
        ms: 52_000,
      },
    },
  );
  w.tool('TodoWrite', { todos: [] }, 'Todos have been modified', {
    detail: {
      oldTodos: [],
      newTodos: [
        {
          content: 'Put the limiter behind auth',
          status: 'completed',
          activeForm: 'Putting the limiter behind auth',
        },
        { content: 'Keep the 429 body', status: 'completed', activeForm: 'Keeping the 429 body' },
        {
          content: 'Make the third upload fail in the test',
          status: 'in_progress',
          activeForm: 'Making it fail',
        },
        { content: 'Write a changelog line', status: 'pending', activeForm: 'Writing a changelog line' },
      ],
    },
  });
  w.reply(
    'The limiter runs now, but the test counts its uploads before the bucket is created:\n\n1. `NewBucket` is called per request.\n2. So every request sees a full bucket.\n\n```go\nfunc PerUser(l *Limiter) func(http.Handler) http.Handler {\n\treturn func(next http.Handler) http.Handler {\n\t\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\t\tif !l.Take(user.From(r.Context())) {\n\t\t\t\ttooMany(w)\n\t\t\t\treturn\n\t\t\t}\n\t\t\tnext.ServeHTTP(w, r)\n\t\t})\n\t}\n}\n```\n\n| bucket | per second | burst |\n|---|---:|---:|\n| upload | 2 | 5 |\n| download | 20 | 40 |\n\nThe bucket moves into the limiter, keyed by user. See [the RFC](https://www.rfc-editor.org/rfc/rfc6585#section-4).',
  );
  return w;
}

const topics = [
  [
    'How does the upload handler know who is asking?',
    'It reads the user from the request context; `auth.Require` puts it there.',
  ],
  [
    'Write the bucket as a type of its own, with a clock that tests can move.',
    'Done. `Bucket` takes a `func() time.Time`, and the tests move it by hand.',
  ],
  [
    'What happens when two replicas count at the same time?',
    'Each has its own bucket, so the true limit is the sum. Redis would make it one; for uploads the sum is fine.',
  ],
  [
    'The names are too long. Shorten them.',
    'Renamed: `RateLimiterConfiguration` is `Limits`, `NewRateLimiterFromConfiguration` is `New`.',
  ],
  ['Run the linter over it.', 'Clean, apart from one unused parameter that I removed.'],
] as const;

/** n ordinary turns: a question, some looking around, an answer. */
export function ordinaryTurns(w: Writer, n: number): Writer {
  for (let i = 0; i < n; i++) {
    const [ask, answer] = topics[(w.turns + i) % topics.length] ?? topics[0];
    w.prompt(ask);
    if (i % 3 === 1) w.thinking('Look at the handler first, then decide where the state belongs.');
    w.read(`/home/ada/projects/my-app/upload/file${i}.go`);
    w.bash(
      'rg -n "limit" upload',
      'upload/limit.go:12:type Limits struct {\nupload/limit.go:40:func New(',
      200,
    );
    if (i % 4 === 2) {
      w.tool('Grep', { pattern: 'NewBucket', glob: '*.go' }, 'Found 2 files', {
        detail: {
          mode: 'files_with_matches',
          numFiles: 2,
          filenames: ['upload/limit.go', 'upload/limit_test.go'],
        },
      });
    }
    w.reply(answer);
    w.wait(4 * MINUTE);
  }
  return w;
}
