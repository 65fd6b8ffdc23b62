import { render } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { fakeBackend } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import App from './App.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');

it('asks for the archive once, and writes neither title nor settings while a session grows', async () => {
  const chats = fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));
  const backend = fakeBackend({ now, chats });
  const titles = vi.spyOn(backend, 'setTitle');
  const saved = vi.spyOn(backend, 'saveSettings');
  render(App, { backend });
  // Modules of the window are loaded first, which may take long.
  const late = { timeout: 60_000 };
  await vi.waitFor(() => expect(backend.requests.get('thread')?.answered).toBeGreaterThan(0), late);
  await vi.waitFor(() => expect(backend.requests.get('archive')?.answered).toBe(1), late);
  // The place of the reader is saved a moment later, by a timer that no fake clock moves.
  await vi.waitFor(() => expect(saved.mock.lastCall?.[0].lastPlace).toMatch(/^dendro:/), late);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await vi.advanceTimersByTimeAsync(10_000);
  const written = () => [saved.mock.calls.length, titles.mock.calls.length];
  expect(backend.requests.get('archive')?.asked).toBe(1);
  const before = written();
  const session = chats.flatMap((c) => c.segments).find((s) => s.live)?.session ?? '';
  expect(session).not.toBe('');
  for (let i = 0; i < 50; i++) {
    backend.append(session);
    await vi.advanceTimersByTimeAsync(200);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(backend.requests.get('thread')?.asked, 'it was followed').toBeGreaterThan(20);
  expect(backend.requests.get('archive')?.asked).toBe(1);
  expect(written()).toEqual(before);
  vi.useRealTimers();
  await vi.dynamicImportSettled();
}, 180_000);
