import { describe, expect, it, vi } from 'vitest';
import type { FakeOptions } from '../../lib/backend/fake';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { ThreadState } from '../thread/thread.svelte';
import { ExportState } from './export.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');

async function open(failing: FakeOptions['failing'] = {}) {
  const backend = fakeBackend({ now, failing });
  const leaf = fakeChats(now)[0]?.segments.find((s) => s.leaf);
  if (!leaf) throw new Error('no leaf');
  const thread = new ThreadState(backend);
  const exporting = new ExportState(backend, thread);
  exporting.ask();
  expect(exporting.open).toBe(false); // nothing is open yet
  void thread.open({ session: leaf.session, tip: leaf.tip }, [], 0);
  await vi.waitFor(() => expect(thread.skeleton).not.toBeNull());
  exporting.ask();
  return { backend, exporting, session: leaf.session };
}

describe('the export dialog', () => {
  it('exports what was chosen, says so, and reveals it', async () => {
    const { backend, exporting, session } = await open();
    expect(exporting.open).toBe(true);
    exporting.what = 'chat';
    exporting.format = 'html';
    const running = exporting.run();
    expect(exporting.busy).toBe(true);
    await exporting.run(); // a second click does nothing
    await running;
    expect(exporting.busy).toBe(false);
    expect(exporting.done?.file).toMatch(/\.html$/);
    await exporting.reveal();
    expect(backend.log).toEqual([`export chat of ${session} as html`, 'reveal the export']);
    exporting.forget();
    expect(exporting.done).toBeNull();
  });

  it('says why nothing was written', async () => {
    const { exporting } = await open({ exportDocument: 'the disk is full', revealExport: 'gone' });
    await exporting.run();
    expect(exporting.error).toBe('the disk is full');
    expect(exporting.done).toBeNull();
    await exporting.reveal();
    expect(exporting.error).toBe('gone');
  });

  it('says nothing where the person chose no place', async () => {
    const { backend, exporting } = await open();
    backend.exportDocument = () => Promise.resolve({ file: '', bytes: 0 });
    await exporting.run();
    expect([exporting.done, exporting.error, exporting.busy]).toEqual([null, null, false]);
  });
});
