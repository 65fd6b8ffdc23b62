import type { HistoryState } from './history/history.svelte';
import type { SettingsState } from './settings/settings.svelte';
import type { SidebarState } from './chats/sidebar.svelte';
import type { ThreadState } from './thread/thread.svelte';
import type { TreeState } from './tree/tree.svelte';
import type { Backend } from '../lib/backend/backend';
import type { ChatSummary } from '../lib/backend/types';
import { nextTask } from '../lib/frames';
import { parseLink } from '../lib/link';
import { m } from '../lib/messages';
import type { Navigator } from './navigator.svelte';

/** The parts of the window that its start uses. */
export interface Begun {
  readonly backend: Backend;
  readonly settings: SettingsState;
  readonly sidebar: SidebarState;
  readonly thread: ThreadState;
  readonly tree: TreeState;
  readonly newest: ChatSummary | undefined;
  say(message: string): void;
  readonly nav: Navigator;
  readonly chatId: string | null;
  readonly history: HistoryState;
  /** Resolves when the window is on the screen. */
  readonly shown: Promise<void>;
  openFirst(): Promise<void>;
  readonly outside: { open(text: string): Promise<boolean> };
}

/** Applies settings and state that the page was served with. The list is applied later, in a task of its own. */
export function takeServed(app: Begun): void {
  const { settings, state } = app.backend.first;
  if (settings) app.settings.take(settings);
  if (state) app.history.take(state);
}

/** Loads everything for the first time, and opens the last chat. */
export async function begin(app: Begun): Promise<void> {
  const served = app.backend.first;
  if (served.chats) {
    await nextTask();
    app.sidebar.take(served.chats);
  }
  if (!served.settings) await app.settings.load();
  if (!served.chats) await Promise.all([app.history.load(), app.sidebar.load()]);
  const { settings, sidebar } = app;
  const rest = missed(app);
  const { lastChat } = settings.value;
  if (served.link) {
    await app.outside.open(served.link);
    await rest;
    await app.openFirst();
    return;
  }
  const last = () => {
    const chat = sidebar.byId.get(lastChat);
    return chat && sidebar.isHere(chat) ? chat : undefined;
  };
  if (sidebar.more && lastChat !== '' && !last()) await rest;
  const first = last() ?? app.newest;
  if (first && app.chatId === null) await open(app, first.id);
  await rest;
  // The chat was deleted while the window opened: open the newest one instead.
  if (app.tree.gone && app.newest) {
    app.say(m.window_last_chat_gone());
    await app.nav.wish({ chat: app.newest.id }, 'replace');
  }
  await app.openFirst();
}

/** Opens a chat at its last location, or at its newest branch if that no longer exists. */
async function open(app: Begun, chat: string): Promise<void> {
  const place = parseLink(app.settings.value.lastPlace);
  await (place ? app.nav.follow(chat, place, 'replace', true) : app.nav.wish({ chat }, 'replace'));
}

/**
 * Loads the rest of the list after the first paint. The page is served with its first entries only, and
 * changes between serving and listening would be lost.
 */
async function missed(app: Begun): Promise<void> {
  await app.shown;
  await app.history.load();
  if (app.sidebar.more || app.history.state?.seq !== app.sidebar.seq) await app.sidebar.load();
}
