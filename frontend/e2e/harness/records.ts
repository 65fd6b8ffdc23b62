import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { app } from './app';

/** Records of the live session's directory as Claude writes them, one a line, each after the one before. */
export function lines(
  session: string,
  parent: string | null,
  role: 'user' | 'assistant',
  contents: object[][],
  more: object = {},
): string {
  let out = '';
  for (const content of contents) {
    const uuid = randomUUID();
    const message =
      role === 'user'
        ? { role, content }
        : {
            id: `msg_${randomUUID()}`,
            type: 'message',
            role,
            model: 'claude-opus-4-5-20251101',
            content,
            usage: { input_tokens: 3, output_tokens: 5 },
          };
    const record = {
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: app.live.dir,
      sessionId: session,
      version: '2.1.90',
      gitBranch: 'main',
      type: role,
      message,
      uuid,
      timestamp: new Date().toISOString(),
      ...more,
    };
    out += `${JSON.stringify(record)}\n`;
    parent = uuid;
  }
  return out;
}

const added: string[] = [];

/** After the test a file is removed that it made itself. */
export const removeLater = (file: string): number => added.push(file);

/** Another transcript beside the live one. */
export async function addSession(id: string, text: string): Promise<string> {
  const file = join(dirname(app.live.file), `${id}.jsonl`);
  added.push(file);
  // Large ones would be opened while they are written, at a turn in the middle.
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
  return file;
}

/** The transcript of an agent of a session that was added. */
export async function addAgent(session: string, agent: string, text: string): Promise<void> {
  const dir = join(dirname(app.live.file), session);
  added.push(dir);
  await mkdir(join(dir, 'subagents'), { recursive: true });
  await writeFile(join(dir, 'subagents', `agent-${agent}.jsonl`), text);
}

/** After a test: its records are deleted, and the next window does not open them. */
export async function removeSessions(page: Page, request: APIRequestContext): Promise<void> {
  if (added.length === 0) return;
  // Closed, it saves no place in a session that is deleted now.
  await page.close();
  for (const file of added.splice(0)) await rm(file, { force: true, recursive: true });
  const sessions = async () => {
    const state = await request.get(new URL('/api/state', app.liveURL).href);
    return ((await state.json()) as { totals: { sessions: number } }).totals.sessions;
  };
  await expect.poll(sessions, { timeout: 60_000 }).toBe(1);
}
