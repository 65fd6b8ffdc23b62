import { m } from '../../lib/messages';
import type { AppState } from '../../model/app.svelte';
import { listedIn } from '../../model/chats/rows';
import type { View } from '../../model/timeline/scale';
import { dayOf } from '../../model/usage/bars';
import type { Usage } from '../../model/usage/usage.svelte';

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Closes the figures, and limits the list to the chats with activity in a time range. */
export async function showTime(app: AppState, span: View): Promise<void> {
  app.usage.close();
  if (!(await limited(app, span))) return;
  await toList(app);
}

/** Closes the figures, and shows the chats of a row: in the list, or those that a search finds. */
export async function showRow(app: AppState, { by, since }: Usage, key: string): Promise<void> {
  const day = by === 'day' ? dayOf(key) : null;
  if (day) return showTime(app, day);
  app.usage.close();
  if (by !== 'project') {
    app.search.start(`${by}:${quoted(key)}${since === undefined ? '' : ` after:${since}`} `);
    app.panes.writeInto('search');
    return;
  }
  const first = since === undefined ? null : dayOf(since);
  if (!(await limited(app, first && { from: first.from, to: Date.now() }))) return;
  const own = app.sidebar.chats.filter((chat) => listedIn(chat) === key);
  app.sidebar.matching = { name: `project:${quoted(key)}`, chats: new Set(own.map(({ id }) => id)) };
  await toList(app);
}

/** Limits the list to a time range, or to none; false if the activity could not be loaded. */
async function limited({ timeline, say }: AppState, span: View | null): Promise<boolean> {
  if (span) await timeline.read();
  if (span && timeline.error !== null) {
    say(m.timeline_load_failed({ why: timeline.error }));
    return false;
  }
  timeline.choose(span);
  return true;
}

async function toList(app: AppState): Promise<void> {
  app.sidebar.scope = 'all';
  await app.goTo('sidebar');
}
