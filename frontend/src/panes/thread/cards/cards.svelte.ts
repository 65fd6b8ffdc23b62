import { type Component, createContext } from 'svelte';
import type { ToolRow } from '../../../lib/backend/types';

/** Props of a card. */
export interface CardProps {
  row: ToolRow;
  session: string;
  project: string;
  id: string;
}

/**
 * The cards of tool calls. The first paint does not need them, so their code loads right after it.
 */
export class Cards {
  ToolCard = $state.raw<Component<CardProps> | null>(null);

  async load(): Promise<void> {
    this.ToolCard = (await import('./ToolCard.svelte')).default;
  }
}

export const [useCards, provideCards] = createContext<Cards>();
