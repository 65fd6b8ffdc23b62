import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { app } from './harness/app';
import { expect, test } from './harness/test';

interface Record {
  uuid: string;
  [key: string]: unknown;
}

/** Writes as Claude does: one line at the end of the transcript. */
async function say(text: string): Promise<void> {
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
    type: 'assistant',
    message: {
      id: `msg_${randomUUID()}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-5-20251101',
      content: [{ type: 'text', text }],
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
