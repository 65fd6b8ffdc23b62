import type { FakeChat } from './fake-history';
import type { ResumePlan, Wish } from './types';

export const fakeTerminals = [
  { id: 'konsole', name: 'Konsole', found: true },
  { id: 'kitty', name: 'kitty', found: true },
  { id: 'xterm', name: 'xterm', found: true },
];

/** The plan for resuming a session. */
export function fakePlan(
  chats: readonly FakeChat[],
  { session, record = '', before = false, fork = false, model = '', permissionMode = '', prompt = '' }: Wish,
): ResumePlan {
  const info = chats.flatMap((c) => c.sessions).find((s) => s.id === session);
  const own = record === '' || record === info?.activeLeaf;
  const begun = 'b0000000-0000-4000-8000-00000000000b';
  const argv = [
    'claude',
    ...(model === '' ? [] : ['--model', model]),
    ...(permissionMode === '' ? [] : ['--permission-mode', permissionMode]),
    ...['--resume', own ? session : `/cache/continue/${begun}.jsonl`],
    ...(fork || !own ? ['--fork-session', '--session-id', begun] : []),
    ...(prompt === '' ? [] : ['--', prompt]),
  ];
  return {
    says: `Continues after “${record.slice(0, 8)}” · 4 messages, about 1.2k tokens · ${fork || !own ? 'New' : 'Same'} session`,
    notes: info?.live ? ['The session is open elsewhere.'] : [],
    new: fork || !own ? begun : '',
    leaf: record === '' ? (info?.activeLeaf ?? '') : record,
    prompt: before ? 'What was asked before' : '',
    client: '2.1.330',
    other: null,
    places: [],
    live: info?.live ?? false,
    session,
    possible: info?.resume.possible ?? false,
    why: info?.resume.why ?? 'The session was not found',
    dir: info?.cwd ?? '',
    argv,
    env: [],
    command: `cd ${info?.cwd ?? ''} && ${argv.join(' ')}`,
    terminal: 'Konsole',
    terminalId: 'konsole',
    terminals: fakeTerminals,
  };
}
