import type { SidebarState } from '../../model/chats/sidebar.svelte';
import { dayOf } from '../../model/usage/bars';
import type { RowsBy } from '../../model/usage/usage.svelte';
import type { View } from '../../model/timeline/scale';
import { locale } from '../../lib/locale';
import { m } from '../../lib/messages';
import { modelName, toolName } from '../../lib/text';

const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });

/** "3 Nov 2026", "2 – 8 Nov 2026". */
export const datesOf = ({ from, to }: View): string => date.formatRange(from, to - 1);

/** What a row or a part of a bar is called. */
export function nameOf(by: RowsBy, key: string, sidebar: SidebarState): string {
  if (key === '') return m.word_unknown();
  switch (by) {
    case 'day': {
      const day = dayOf(key);
      return day ? datesOf(day) : key;
    }
    case 'project':
      return sidebar.projectName(key);
    case 'model':
      return modelName(key) || key;
    case 'tool':
      return toolName(key);
    case 'branch':
      return key;
  }
}
