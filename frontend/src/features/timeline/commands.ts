import { paneKey, type Command } from '../../lib/keys/registry.svelte';

interface Host {
  readonly timeline: { show(): void };
}

/** The way to the timeline, and its keys. */
export function timelineCommands(app: Host): Command[] {
  const key = (id: string, title: string, keys: string[]) =>
    paneKey(`timeline-${id}`, title, 'Timeline', keys);
  return [
    {
      id: 'timeline',
      title: 'Timeline of all chats',
      group: 'Timeline',
      keys: ['Shift+O'],
      run: () => app.timeline.show(),
    },
    key('nearer', 'Nearer', ['Equal']),
    key('further', 'Further', ['Minus']),
    key('all', 'All of the time', ['0']),
    key('earlier', 'Earlier', ['ArrowLeft']),
    key('later', 'Later', ['ArrowRight']),
    key('lower', 'Lower rows', ['[']),
    key('higher', 'Higher rows', [']']),
    key('fold', 'A row a project, or a row a chat', ['f']),
    key('order', 'By project, or the newest first', ['g']),
    key('colours', 'Colours by project, or by model', ['c']),
    key('span', 'Keep list and search to what is in view', ['s']),
    key('search', 'Search in the span', ['/']),
  ];
}
