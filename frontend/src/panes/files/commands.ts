import type { AppState } from '../../model/app.svelte';
import { commandsOf, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';
import { noThreadComes } from '../../model/reasons';
import { wishAt, withWish } from '../../model/target';

/** Commands for the files at a turn, and the pictures of the branch. */
export function fileCommands(app: AppState): Command[] {
  const command = commandsOf('Thread');
  return [
    command(
      'files-here',
      m.files_here(),
      ['x'],
      () => {
        withWish(app, wishAt(app), m.files_failed, ({ session, record, tip = '' }) =>
          app.files.show({ session, tip, record: record ?? tip }),
        );
      },
      { reason: () => noThreadComes(app) },
    ),
    command('pictures', m.pictures_open(), ['Shift+P'], () => (app.layers.pictures = true), {
      reason: () => noThreadComes(app),
    }),
  ];
}
