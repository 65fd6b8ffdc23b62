import type { Backend } from './backend';
import type { ChatChanges, ChatList, ChatSummary } from './types';

type Ask = (path: string, signal?: AbortSignal) => Promise<ChatList | ChatChanges>;

/**
 * The chats, of which the engine is asked for what has changed since the last answer: with
 * thousands of them the whole list is megabytes. It is asked for the whole list where the two
 * disagree. What has not changed stays the same object, and where nothing has, so does the list.
 */
export function followedChats(ask: Ask): Backend['chats'] {
  let known: ChatList | null = null;
  const keep = (list: ChatList) => {
    // Answers may overtake each other.
    if (known === null || list.version >= known.version) known = list;
    return list;
  };
  return async (signal) => {
    const before = known;
    if (before) {
      const answer = await ask(`/api/chats?since=${before.version}`, signal);
      if ('chats' in answer) {
        known = null; // its versions were those of another process
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

/** The list that changes make of an older one; null where they are not changes to that. */
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
