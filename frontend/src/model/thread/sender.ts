import type { Sender } from '../../lib/backend/types';
import { m } from '../../lib/messages';

const KINDS: Record<Sender['kind'], () => string> = {
  peer: m.thread_sender_peer,
  teammate: m.thread_sender_teammate,
  coordinator: m.thread_sender_coordinator,
  auto: m.thread_sender_auto,
  channel: m.thread_sender_channel,
};

/** Returns the name of a sender's kind; unknown kinds are plain messages. */
export function senderKind({ kind }: Sender): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]() : m.thread_sender_other();
}

/** Returns "Another session: planner", like the exports; only the kind if the record has no name. */
export function senderTitle(from: Sender): string {
  const kind = senderKind(from);
  return from.name === '' || from.name.toLowerCase() === kind.toLowerCase()
    ? kind
    : m.thread_sender_named({ kind, name: from.name });
}
