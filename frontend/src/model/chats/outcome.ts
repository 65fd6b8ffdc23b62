import type { ChatSummary } from '../../lib/backend/types';
import { m } from '../../lib/messages';

/** The outcome of a chat for its row: the last answer, or why there is none. */
export function outcomeOf(chat: Pick<ChatSummary, 'state' | 'outcome' | 'live'>): string {
  const { state, outcome } = chat;
  switch (state) {
    case 'failed':
      return outcome === ''
        ? m.chats_outcome_failed()
        : m.chats_outcome_failed_with({ why: outcome.replace(/^API Error:?\s*/i, '') });
    case 'interrupted':
      return m.chats_outcome_interrupted();
    case 'waiting':
      return outcome === '' ? m.chats_outcome_waiting() : m.chats_outcome_waiting_for({ text: outcome });
    case 'open':
      // A running chat may still answer.
      return chat.live ? '' : m.word_no_answer();
    case 'answered':
    case '':
      return outcome;
  }
}
