import type { AppState } from '../../model/app.svelte';
import type { Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { noThreadComes } from '../../model/reasons';
import { placeOf, withPlace } from '../../model/target';

/** Commands for the files at a turn. */
export function fileCommands(app: AppState): Command[] {
  return [
    {
      id: 'files-here',
      title: m.files_here(),
      group: 'Thread',
      keys: ['x'],
      run: () => {
        withPlace(app, placeOf(app), m.files_failed_why, ({ session, record, tip = '' }) =>
          app.files.show({ session, tip, record: record ?? tip }),
        );
      },
      reason: () => noThreadComes(app),
    },
  ];
}
