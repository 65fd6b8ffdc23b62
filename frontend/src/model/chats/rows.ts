import type { ChatGroups, ChatSort, ChatSummary } from '../../lib/backend/types';
import { chatName } from '../../lib/text';
import { dayName } from '../../lib/time/relative';
import { apart } from './apart';

export type Scope = 'all' | 'live' | 'starred' | 'expiring' | 'hidden';

export type SidebarRow =
  | {
      type: 'project';
      key: string;
      project: string;
      name: string;
      display: string;
      count: number;
      folded: boolean;
    }
  /** `under`: show the project below the name, as no header does. */
  | { type: 'chat'; key: string; chat: ChatSummary; name: string; under: boolean }
  | { type: 'quiet'; key: string; project: string; count: number; open: boolean }
  /** The chats of a project that are not listed yet. */
  | { type: 'more'; key: string; project: string; count: number };

/** How many chats of a project are listed at first, and how many more each time. */
export const FEW_CHATS = 5;

export const EXPIRES_SOON = 7;

export function inScope(chat: ChatSummary, scope: Scope): boolean {
  switch (scope) {
    case 'all':
    case 'hidden':
      return true;
    case 'live':
      return chat.live;
    case 'starred':
      return chat.starred;
    case 'expiring':
      return chat.expiresInDays !== null && chat.expiresInDays <= EXPIRES_SOON;
  }
}

/**
 * Whether a chat is empty: without a prompt, as after a start and an `/exit`, or a `/clear`. A day can leave dozens
 * of them. Running, partially read and named chats don't count: they may get or have a prompt, or are kept on purpose.
 */
export function isQuiet(chat: ChatSummary): boolean {
  return chat.turns === 0 && chat.titleFrom === 'none' && !chat.live && !chat.partial;
}

export interface Unfolded {
  /** Projects whose empty chats are listed. */
  projects: ReadonlySet<string>;
  /** Whether a chat stays in its place while the others are collapsed: the open one, starred ones. */
  keeps: (chat: ChatSummary) => boolean;
}

/** Sorts chats; the input is sorted by last activity. */
export function sorted(chats: readonly ChatSummary[], sort: ChatSort): readonly ChatSummary[] {
  if (sort === 'activity') return chats;
  const of = sort === 'size' ? 'bytes' : 'turns';
  return chats.toSorted((a, b) => b[of] - a[of]);
}

/** The directory of the project that a chat is listed in: worktrees are listed in their repository. */
export const listedIn = (chat: ChatSummary): string => chat.worktree?.repository ?? chat.project;

/** The name of that project. */
export const listedInName = (chat: ChatSummary): string => chat.worktree?.repositoryName ?? chat.projectName;

/**
 * Builds the rows: groups in the order of their first chat, chats in the given order. Two or more empty chats of a
 * group become one row at its end, unless expanded. `counts` has the number of chats of a project while not all are
 * loaded. Without grouping there are no headers.
 */
export function groupRows(
  chats: readonly ChatSummary[],
  unfolded: Unfolded | null = null,
  counts: Readonly<Record<string, number>> = {},
  by: ChatGroups = 'project',
  now = 0,
): SidebarRow[] {
  const groupOf = (chat: ChatSummary) =>
    by === 'project' ? listedIn(chat) : by === 'day' ? dayName(chat.end, now) : '';
  const groups = new Map<string, ChatSummary[]>();
  for (const chat of chats) {
    const key = groupOf(chat);
    const group = groups.get(key);
    if (group) group.push(chat);
    else groups.set(key, [chat]);
  }
  const called =
    by === 'project'
      ? projectNames([...groups].map(([project, list]) => [project, list[0] ? listedInName(list[0]) : '']))
      : new Map<string, string>();
  return [...groups.entries()].flatMap(([project, list]): SidebarRow[] => {
    const head = list[0];
    if (!head) return [];
    const open = unfolded?.projects.has(project) ?? false;
    const quiet = unfolded ? list.filter((chat) => isQuiet(chat) && (open || !unfolded.keeps(chat))) : [];
    const folds = quiet.length > 1;
    const hidden = new Set(quiet);
    const names = new Map<string, string>();
    apart(list.map(chatName)).forEach((name, i) => names.set(list[i]?.id ?? '', name));
    const asRow = (chat: ChatSummary): SidebarRow => ({
      type: 'chat',
      key: chat.id,
      chat,
      name: names.get(chat.id) ?? chatName(chat),
      under: by !== 'project',
    });
    const header: SidebarRow = {
      type: 'project',
      key: `p:${project}`,
      project,
      name: called.get(project) ?? project,
      folded: false,
      display: by === 'project' ? (head.worktree?.repositoryDisplay ?? head.projectDisplay) : '',
      count: Math.max(list.length, counts[project] ?? 0),
    };
    const rows: SidebarRow[] = [
      ...(by === 'none' ? [] : [header]),
      ...(folds ? list.filter((chat) => !hidden.has(chat)) : list).map(asRow),
    ];
    if (folds) {
      rows.push({ type: 'quiet', key: `q:${head.id}`, project, count: quiet.length, open });
      if (open) rows.push(...quiet.map(asRow));
    }
    return rows;
  });
}

/**
 * The names of projects by path: the last directory, preceded by as many parent directories as are needed to
 * make names unique.
 */
export function projectNames(
  projects: readonly (readonly [path: string, name: string])[],
): Map<string, string> {
  const called = new Map(projects);
  for (let depth = 2; depth < 8; depth++) {
    const same = new Map<string, string[]>();
    for (const [path, name] of called) same.set(name, [...(same.get(name) ?? []), path]);
    for (const [, paths] of same) {
      if (paths.length < 2) continue;
      for (const path of paths) {
        const parts = path.split(/[/\\\\]/).filter((part) => part !== '');
        // A worktree's name, "repository · worktree", is preceded by the parents of the repository, or of
        // the worktree if the repository is elsewhere.
        const own = projects.find(([p]) => p === path)?.[1] ?? '';
        const repository = own.includes(' · ') ? parts.lastIndexOf(own.split(' · ')[0] ?? '') : -1;
        const end = repository < 0 ? parts.length - 1 : repository;
        const above = parts.slice(Math.max(0, end - depth + 1), end);
        called.set(path, [...above, own].join('/'));
      }
    }
  }
  return called;
}

/**
 * Limits each project to its first chats, at least to those that `keeps` names. A list of one project has room for
 * all of them. `shown` is the number of chats by project, where the person wanted more;
 * `projects` how many there will be once all chats are loaded.
 */
export function withLimits(
  rows: readonly SidebarRow[],
  shown: ReadonlyMap<string, number>,
  keeps: (chat: ChatSummary) => boolean,
  projects = 0,
): SidebarRow[] {
  if (Math.max(projects, rows.filter((row) => row.type === 'project').length) < 2) return [...rows];
  const out: SidebarRow[] = [];
  let project = '';
  let [listed, left] = [0, 0];
  const rest = () => {
    if (left > 0) out.push({ type: 'more', key: `m:${project}`, project, count: left });
    left = 0;
  };
  for (const row of rows) {
    if (row.type !== 'chat') rest();
    if (row.type === 'project') [project, listed] = [row.project, 0];
    const limit = shown.get(project) ?? FEW_CHATS;
    // One more is as high as the row that would stand for it.
    if (row.type === 'chat' && listed++ >= limit && !keeps(row.chat)) left++;
    else out.push(row);
  }
  rest();
  return out;
}

/** The positions of rows in the tree of projects and chats, for screen readers. */
export interface TreePosition {
  'aria-level': number;
  'aria-posinset': number;
  'aria-setsize': number;
}

/** Returns the position of every row: projects among projects, chats among those of their project. */
export function positionsOf(rows: readonly SidebarRow[]): TreePosition[] {
  const sets = new Map<string, number>();
  let project = '';
  const found = rows.map((row) => {
    if (row.type === 'project') project = row.key;
    const set = row.type === 'project' ? '' : project;
    const position = (sets.get(set) ?? 0) + 1;
    sets.set(set, position);
    return { set, position, level: row.type === 'project' || project === '' ? 1 : 2 };
  });
  return found.map(({ set, position, level }) => ({
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': sets.get(set) ?? position,
  }));
}

/** Removes the rows of collapsed projects. */
export function withFolds(rows: readonly SidebarRow[], folded: ReadonlySet<string>): SidebarRow[] {
  if (folded.size === 0) return [...rows];
  let hidden = false;
  return rows.flatMap((row): SidebarRow[] => {
    if (row.type !== 'project') return hidden ? [] : [row];
    hidden = folded.has(row.project);
    return [{ ...row, folded: hidden }];
  });
}
