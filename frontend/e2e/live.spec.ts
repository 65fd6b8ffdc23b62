import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { app } from './harness/app';
import { expect, test } from './harness/test';

interface Record {
  uuid: string;
  [key: string]: unknown;
}

/** Writes as Claude does: one line at the end of the transcript. */
function say(text: string): Promise<void> {
  return write('assistant', [{ type: 'text', text }]);
}

async function write(role: 'user' | 'assistant', content: object[]): Promise<void> {
  const lines = (await readFile(app.live.file, 'utf8')).trimEnd().split('\n');
  const chain = lines.map((line) => JSON.parse(line) as Record).filter((r) => typeof r.uuid === 'string');
  const last = chain.at(-1);
  if (!last) throw new Error('the transcript has no record to go on from');
  const record = {
    parentUuid: last.uuid,
    isSidechain: false,
    userType: 'external',
    cwd: app.live.dir,
    sessionId: app.live.id,
    version: '2.1.90',
    gitBranch: 'main',
    type: role,
    message:
      role === 'user'
        ? { role, content }
        : {
            id: `msg_${randomUUID()}`,
            type: 'message',
            role,
            model: 'claude-opus-4-5-20251101',
            content,
            usage: { input_tokens: 3, output_tokens: 5 },
          },
    uuid: randomUUID(),
    timestamp: new Date().toISOString(),
  };
  await appendFile(app.live.file, `${JSON.stringify(record)}\n`);
}

test('what is written appears, and nothing moves for a reader who is elsewhere', async ({ live }) => {
  await say('Freshly written, the first.');
  await expect(live.thread).toContainText('Freshly written, the first.', { timeout: 20_000 });
  await say('Freshly written, the second.');
  await expect(live.thread).toContainText('Freshly written, the second.', { timeout: 20_000 });
});

test('a call runs until its result lands', async ({ live }) => {
  const id = `toolu_${randomUUID()}`;
  await write('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: 'make slowly' } }]);
  const line = live.tool(/make slowly/);
  await expect(line).toContainText('running', { timeout: 20_000 });
  await write('user', [{ type: 'tool_result', tool_use_id: id, content: 'made at last' }]);
  await expect(line).not.toContainText('running', { timeout: 20_000 });
  await line.click();
  await expect(live.thread).toContainText('made at last');
});
