import type { AtHand } from '../thread/athand';
import type { FindState } from '../thread/find.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { RawState } from './raw.svelte';

interface Found {
  readonly thread: ThreadState;
  readonly atHand: AtHand;
  readonly find: FindState;
  readonly raw: RawState;
}

/** Shows the record of the last search result, with the query. */
export function showFoundRaw({ thread, atHand, find, raw }: Found): void {
  const { target, patterns } = thread;
  const row = atHand.shown;
  if (!row || !target) return;
  const asked = row.kind !== 'tool' || patterns.some((p) => JSON.stringify(row.tool.input).search(p) >= 0);
  const record = asked ? row.uuid : (row.tool.resultUuid ?? row.uuid);
  raw.show(target.session, record, find.open ? find.query : '');
}
