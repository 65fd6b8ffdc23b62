import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend } from '../../lib/backend/fake';
import type { HealthReport } from '../../lib/backend/types';
import { held } from '../../test/held';
import { HealthState } from './health.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const wait = (ms = 10) => vi.advanceTimersByTimeAsync(ms);

function setup() {
  const backend = fakeBackend({ chats: [] });
  return { backend, asked: vi.spyOn(backend, 'doctor'), health: new HealthState(backend) };
}

it('opens at once, and keeps the report of before until the new one is there', async () => {
  const { asked, health } = setup();
  void health.show();
  expect([health.open, health.report]).toEqual([true, null]);
  await wait();
  const before = health.report;
  expect(before).not.toBeNull();
  health.close();
  expect([health.open, health.report]).toEqual([false, before]);
  asked.mockRejectedValueOnce(new BackendError('internal', 'odd'));
  void health.show();
  await wait();
  expect([health.report, health.error]).toEqual([before, 'odd']);
});

it('asks nothing more once it is closed, and a late answer shows nothing', async () => {
  const { asked, health } = setup();
  asked.mockRejectedValue(new BackendError('timeout', 'no answer'));
  void health.show();
  await wait(1_500);
  expect(asked).toHaveBeenCalledTimes(2);
  health.close();
  await wait(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  let answer: (report: HealthReport) => void = () => undefined;
  asked.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  void health.show();
  health.close();
  answer({} as HealthReport);
  await wait();
  expect(health.report).toBeNull();
});

it('shows the report that was asked for last, whichever answer comes first, and tries again where it failed', async () => {
  const { backend, health } = setup();
  const reports = held(backend, 'doctor');
  const report = (text: string) => ({ text }) as unknown as HealthReport;
  void health.show();
  void health.show();
  await reports.at(1).answer(report('newer'));
  await reports.at(0).answer(report('older'));
  expect(health.report).toEqual(report('newer'));
  health.close();
  void health.show();
  await reports.at(2).fail('the disk is gone');
  expect([health.report, health.error], 'what is shown is that of before').toEqual([
    report('newer'),
    'the disk is gone',
  ]);
  void health.show();
  await reports.at(3).answer(report('newest'));
  expect([health.report, health.error]).toEqual([report('newest'), null]);
});
