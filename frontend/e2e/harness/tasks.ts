import { expect, type Page } from '@playwright/test';
import { slowness } from './slowness';

/** What Chromium's trace says of a piece of work. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** How much of the processor it took, in microseconds. */
  tdur?: number;
}

/**
 * How much of the processor each task of the page's main thread takes while something is done, in
 * milliseconds, the longest first. Time that the machine spends elsewhere does not count.
 */
export async function tasksOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser of its own');
  const client = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
    },
  });
  await work();
  await drawn(page);
  // Which thread of which process is the page's.
  await page.evaluate(() => performance.mark('tasks of this page'));
  const complete = new Promise((done) => client.once('Tracing.tracingComplete', done));
  await client.send('Tracing.end');
  await complete;
  await client.detach();
  const own = events.findLast(({ name }) => name === 'tasks of this page');
  return events
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === own?.pid && tid === own.tid,
    )
    .map(({ tdur = 0 }) => tdur / 1_000)
    .sort((a, b) => b - a);
}

/** Resolves when the current layout has been drawn. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

/**
 * Nothing should keep the window from answering for longer than 50 milliseconds of an idle machine: see slowness.
 * The figures are printed. What others do on a machine makes them up to three times as long, so the test only
 * fails for work that grows with the history, which takes many times as long.
 */
const LONG = 50;
const TOO_LONG = 8;

/** Fails if the longest task is too long; `tasks` are those of `tasksOf`. */
export function expectShort(what: string, tasks: readonly number[]) {
  const longest = tasks[0] ?? 0;
  const long = LONG * slowness();
  console.log(`${what}: the longest task takes ${longest.toFixed()} ms, long is one of ${long.toFixed()}`);
  expect(tasks.length, 'the trace holds tasks of the page').toBeGreaterThan(3);
  expect(longest).toBeLessThan(TOO_LONG * long);
}
