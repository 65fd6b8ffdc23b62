import type { Sender } from '../../lib/backend/types';

const KINDS: Record<Sender['kind'], string> = {
  peer: 'Another session',
  teammate: 'Teammate',
  coordinator: 'Coordinator',
  auto: 'Automatic',
  channel: 'Channel',
};

/** Returns the kind of a sender in words; kinds of later versions are messages like any other. */
export function senderKind({ kind }: Sender): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind] : 'Message';
}

/** Returns "Another session: planner", as the exports do; the kind alone where the record names nobody. */
export function senderTitle(from: Sender): string {
  const kind = senderKind(from);
  return from.name === '' || from.name.toLowerCase() === kind.toLowerCase() ? kind : `${kind}: ${from.name}`;
}
