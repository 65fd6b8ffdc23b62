import type { ChatSummary } from '../../lib/backend/types';

/** What a row says came out of a chat: its last answer, or why there is none. */
export function outcomeOf(chat: Pick<ChatSummary, 'state' | 'outcome' | 'live'>): string {
  const { state, outcome } = chat;
  switch (state) {
    case 'failed':
      return outcome === '' ? 'failed' : `failed: ${outcome.replace(/^API Error:?\s*/i, '')}`;
    case 'interrupted':
      return 'interrupted';
    case 'waiting':
      return outcome === '' ? 'waits for you' : `waits for you: ${outcome}`;
    case 'open':
      // While it runs the answer is on its way.
      return chat.live ? '' : 'not answered';
    case 'answered':
    case '':
      return outcome;
  }
}
