import type { ChatSummary, FilterMatch, Range } from '../../lib/backend/types';

export type Scope = 'all' | 'live' | 'starred' | 'expiring';

export type SidebarRow =
  | { type: 'project'; key: string; name: string; display: string; count: number }
  | { type: 'chat'; key: string; chat: ChatSummary; match: FilterMatch | null; under: boolean }
  | { type: 'quiet'; key: string; project: string; count: number; open: boolean };

export const EXPIRES_SOON = 7;

export function inScope(chat: ChatSummary, scope: Scope, starred: ReadonlySet<string>): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'live':
      return chat.live;
    case 'starred':
      return starred.has(chat.id);
    case 'expiring':
      return chat.expiresInDays !== null && chat.expiresInDays <= EXPIRES_SOON;
  }
}

/**
 * A chat in which nobody asked anything: a start and an `/exit`, a `/clear`. A day leaves dozens of them. One
 * that runs may get its prompt yet, one that is read in part may have one, and a name was given on purpose.
 */
export function isQuiet(chat: ChatSummary): boolean {
  return chat.turns === 0 && chat.title === '' && !chat.live && !chat.partial;
}

export interface Unfolded {
  /** Projects whose quiet chats are listed. */
  projects: ReadonlySet<string>;
  /** Chats that stay in their place while the others are folded: the open one, those with a star. */
  keeps: (chat: ChatSummary) => boolean;
}

/**
 * Projects by their newest chat, chats newest first within them. The list comes newest first already. Two or
 * more quiet chats of a project stand as one line after the others, unless it is unfolded. `counts` says how
 * many chats a project has where not all of them are here.
 */
export function groupRows(
  chats: readonly ChatSummary[],
  unfolded: Unfolded | null = null,
  counts: Readonly<Record<string, number>> = {},
): SidebarRow[] {
  const groups = new Map<string, ChatSummary[]>();
  for (const chat of chats) {
    const group = groups.get(chat.project);
    if (group) group.push(chat);
    else groups.set(chat.project, [chat]);
  }
  return [...groups.entries()].flatMap(([project, list]): SidebarRow[] => {
    const head = list[0];
    if (!head) return [];
    const open = unfolded?.projects.has(project) ?? false;
    const quiet = unfolded ? list.filter((chat) => isQuiet(chat) && (open || !unfolded.keeps(chat))) : [];
    const folds = quiet.length > 1;
    const hidden = new Set(quiet);
    const asRow = (chat: ChatSummary): SidebarRow => ({
      type: 'chat',
      key: chat.id,
      chat,
      match: null,
      under: false,
    });
    const rows: SidebarRow[] = [
      {
        type: 'project',
        key: `p:${project}`,
        name: head.projectName,
        display: head.projectDisplay,
        count: Math.max(list.length, counts[project] ?? 0),
      },
      ...(folds ? list.filter((chat) => !hidden.has(chat)) : list).map(asRow),
    ];
    if (folds) {
      rows.push({ type: 'quiet', key: `q:${head.id}`, project, count: quiet.length, open });
      if (open) rows.push(...quiet.map(asRow));
    }
    return rows;
  });
}

/** Matches come best first and stand without groups; each says which project it is from. */
export function matchRows(
  matches: readonly FilterMatch[],
  chats: ReadonlyMap<string, ChatSummary>,
): SidebarRow[] {
  return matches.flatMap((match): SidebarRow[] => {
    const chat = chats.get(match.chat);
    return chat ? [{ type: 'chat', key: chat.id, chat, match, under: match.field !== 'title' }] : [];
  });
}

/** The marked ranges of a title; a match elsewhere marks nothing in it. */
export function titleRanges(match: FilterMatch | null): Range[] {
  return match?.field === 'title' ? match.ranges : [];
}
