import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type LaunchOptions } from '@playwright/test';

/** What `go run ./build/e2e` has started and says in the environment; see `make e2e`. */
function told(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set: run the tests with make e2e`);
  return value;
}

/** The same for what each of Playwright's workers has of its own. */
const own = (name: string) => told(`${name}_${process.env.TEST_PARALLEL_INDEX ?? '0'}`);

export const app = {
  /** The window on the demo history. */
  get demoURL() {
    return own('DENDRO_DEMO_URL');
  },
  /** The window on one session, whose directory has a hostile name. */
  get liveURL() {
    return own('DENDRO_LIVE_URL');
  },
  /** The window on a call of every tool, and on hostile text. */
  get cardsURL() {
    return own('DENDRO_CARDS_URL');
  },
  /** The window on a year of work in 3,000 chats. */
  get yearURL() {
    return told('DENDRO_YEAR_URL');
  },
  /** The window on chats of 32, 166 and 2,000 branches. */
  get wideURL() {
    return told('DENDRO_WIDE_URL');
  },
  /** The window on situations from strangers' histories. */
  get strangeURL() {
    return told('DENDRO_STRANGE_URL');
  },
  /** The window on one session that Claude Code may delete, and the session's file. */
  get keep() {
    return { url: told('DENDRO_KEEP_URL'), file: told('DENDRO_KEEP_FILE') };
  },
  /** The window on one session that is deleted while it is open, and the session's file. */
  get lost() {
    return { url: told('DENDRO_LOST_URL'), file: told('DENDRO_LOST_FILE') };
  },
  /** A page that a session with a call of every tool was exported to. */
  get exportFile() {
    return told('DENDRO_EXPORT_FILE');
  },
  /** That session: its id, its directory, and its transcript, to be appended to. */
  get live() {
    return { id: own('DENDRO_LIVE_ID'), dir: own('DENDRO_LIVE_DIR'), file: own('DENDRO_LIVE_FILE') };
  },
};

/** How Debian's Chromium is started: as root too, and without a word to the outside. */
export function launchOptions(): LaunchOptions {
  return {
    executablePath: told('DENDRO_BROWSER'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

/** A call of the fake claude on the app's PATH. */
export interface ClaudeCall {
  argv: string[];
  dir: string;
  env: Record<string, string>;
}

const parts = (text: string) => (text === '' ? [] : text.replace(/\0$/, '').split('\0'));

/** The calls of claude so far, by record name; requests for its version are left out. */
async function claudeCalls(): Promise<Map<string, ClaudeCall>> {
  const records = own('DENDRO_RECORDS');
  const calls = new Map<string, ClaudeCall>();
  for (const name of await readdir(records)) {
    const read = (file: string) => readFile(join(records, name, file), 'utf8');
    const done = await stat(join(records, name, 'done')).catch(() => undefined);
    if (!done) continue;
    const env = parts(await read('env')).map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    });
    const argv = parts(await read('argv'));
    if (argv.length === 1 && argv[0] === '--version') continue;
    calls.set(name, { argv, dir: await read('cwd'), env: Object.fromEntries(env) });
  }
  return calls;
}

/**
 * Does what calls claude once, and returns that call. Other tests of the same worker have called it
 * before, and a directory lists its records in no order that tells which is the newest.
 */
export async function claudeCallOf(act: () => Promise<void>): Promise<ClaudeCall> {
  const before = await claudeCalls();
  // A card that has just opened starts nothing for 300 ms.
  await new Promise((done) => setTimeout(done, 400));
  await act();
  let added: ClaudeCall[] = [];
  const look = async () => {
    added = [...(await claudeCalls())].filter(([name]) => !before.has(name)).map(([, call]) => call);
    return added;
  };
  await expect.poll(look, { timeout: 60_000 }).toHaveLength(1);
  const [call] = added;
  if (call === undefined) throw new Error('claude was not called');
  return call;
}
