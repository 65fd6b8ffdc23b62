import type { SidebarState } from '../model/chats/sidebar.svelte';
import type { TreeState } from '../model/tree/tree.svelte';

/** "chat: project – Dendro", as the system lists the window. */
export function windowTitle(
  { tree: { tree }, sidebar }: { tree: TreeState; sidebar: SidebarState },
  chat: string,
): string {
  const open = tree?.id === chat ? tree : null;
  const title = open?.title || sidebar.titleOf(chat);
  const project = sidebar.byId.get(chat)?.projectName ?? open?.projectDisplay ?? '';
  return `${project === '' ? title : `${title}: ${project}`} – Dendro`;
}
