import type { AppState } from '../../model/app.svelte';
import type { AtHand } from './at-hand';

/** Shows the record of the last search result, with the query. */
export function showFoundRaw({ thread, find, raw }: AppState, atHand: AtHand): void {
  const { target, patterns } = thread;
  const row = atHand.shown;
  if (!row || !target) return;
  const asked = row.kind !== 'tool' || patterns.some((p) => JSON.stringify(row.tool.input).search(p) >= 0);
  const record = asked ? row.uuid : (row.tool.resultUuid ?? row.uuid);
  raw.show(target.session, record, find.open ? find.query : '');
}
