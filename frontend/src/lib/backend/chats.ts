import type { Backend } from './backend';
import type { ChatChanges, ChatList, ChatSummary } from './types';

type Ask = (path: string, signal?: AbortSignal) => Promise<ChatList | ChatChanges>;

/**
 * Loads the list of chats. Only changes since the last response are requested, because a list of thousands
 * is megabytes; if they do not apply, the whole list is. Unchanged chats, and an unchanged list, stay the
 * same objects.
 */
export function followedChats(ask: Ask): Backend['chats'] {
  let known: ChatList | null = null;
  const keep = (list: ChatList) => {
    // Responses may arrive out of order.
    if (known === null || list.version >= known.version) known = list;
    return list;
  };
  return async (signal) => {
    const before = known;
    if (before) {
      const answer = await ask(`/api/chats?since=${before.version}`, signal);
      if ('chats' in answer) {
        known = null; // its versions are those of another process
        return keep(answer);
      }
      const { seq, version } = answer;
      const chats = withChanges(before.chats, answer);
      if (chats !== null) return keep({ seq, version, chats });
    }
    const whole = await ask('/api/chats', signal);
    if (!('chats' in whole)) throw new Error('the engine answers with changes to what was not asked for');
    return keep(whole);
  };
}

/** Applies changes to a list; null if they belong to another version. */
export function withChanges(list: ChatSummary[], changes: ChatChanges): ChatSummary[] | null {
  const { changed, removed, total } = changes;
  if (changed.length === 0 && removed.length === 0) return list.length === total ? list : null;
  const moved = new Set([...removed, ...changed.map(({ chat }) => chat.id)]);
  const rest = list.filter((chat) => !moved.has(chat.id));
  if (rest.length + changed.length !== total) return null;
  const made: ChatSummary[] = [];
  let taken = 0;
  for (const { at, chat } of changed) {
    while (made.length < at && taken < rest.length) made.push(rest[taken++] as ChatSummary);
    if (made.length !== at) return null;
    made.push(chat);
  }
  return made.concat(rest.slice(taken));
}
