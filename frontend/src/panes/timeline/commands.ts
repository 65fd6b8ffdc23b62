import type { AppState } from '../../model/app.svelte';
import { paneKey, type Command } from '../../lib/keys/registry.svelte';
import { m } from '../../lib/messages';

/** The commands of the timeline. */
export function timelineCommands(app: AppState): Command[] {
  const key = (id: string, title: string, keys: string[]) =>
    paneKey(`timeline-${id}`, title, 'Timeline', keys);
  return [
    {
      id: 'timeline',
      title: m.timeline_open(),
      group: 'Timeline',
      keys: ['Shift+O'],
      run: () => app.timeline.show(),
    },
    key('nearer', m.timeline_zoom_in(), ['Equal']),
    key('further', m.timeline_zoom_out(), ['Minus']),
    key('all', m.timeline_all_time(), ['0']),
    key('earlier', m.timeline_earlier(), ['ArrowLeft']),
    key('later', m.timeline_later(), ['ArrowRight']),
    key('lower', m.timeline_shrink_rows(), ['[']),
    key('higher', m.timeline_grow_rows(), [']']),
    key('fold', m.timeline_toggle_projects(), ['f']),
    key('order', m.timeline_toggle_grouping(), ['g']),
    key('colours', m.timeline_toggle_colors(), ['c']),
    key('span', m.timeline_limit(), ['s']),
    key('search', m.timeline_search_range(), ['/']),
  ];
}
