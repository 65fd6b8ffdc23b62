import type { AppState } from './app.svelte';
import { parseBookmark } from './location';

/** What is here already is in the page from the start: nothing is drawn for it that goes again. */
export function takeServed(app: AppState): void {
  const { settings, state, chats } = app.backend.first;
  if (settings) app.settings.take(settings);
  if (state) app.takeState(state);
  if (chats) app.sidebar.take(chats);
}

/** Reads everything for the first time, and opens the chat that was open last. */
export async function begin(app: AppState): Promise<void> {
  const served = app.backend.first;
  if (!served.settings) await app.settings.load();
  if (!served.chats) await Promise.all([app.loadState(), app.sidebar.load()]);
  const { settings, sidebar } = app;
  const rest = missed(app);
  const { lastChat } = settings.value;
  if (sidebar.more && lastChat !== '' && !sidebar.byId.has(lastChat)) await rest;
  const first = sidebar.byId.get(lastChat) ?? sidebar.chats[0];
  if (first && app.chatId === null) await open(app, first.id);
  await rest;
  await app.openFirst();
}

/** Opens a chat where the reader was in it, if they were; a place that is gone is its newest branch. */
async function open(app: AppState, chat: string): Promise<void> {
  const place = parseBookmark(app.settings.value.lastPlace);
  if (place?.chat === chat && (await app.nav.restore(place))) return;
  if (app.chatId === null || (app.chatId === chat && app.thread.target === null))
    await app.nav.wish({ chat });
}

/**
 * What was served is the beginning of the list, and may be older than the ear for hints: the rest,
 * and what was said in between, is asked for when the first picture stands.
 */
async function missed(app: AppState): Promise<void> {
  await app.shown;
  await app.loadState();
  if (app.sidebar.more || app.state?.seq !== app.sidebar.seq) await app.sidebar.load();
}
