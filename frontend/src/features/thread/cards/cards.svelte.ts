import type { Component } from 'svelte';
import type { ToolRow } from '../../../lib/backend/types';

/** What a card is of. */
export interface CardProps {
  row: ToolRow;
  session: string;
  project: string;
  id: string;
}

/**
 * The cards that tool calls open to. They are not needed for the first picture of the window, so
 * their code comes right after it.
 */
export class Cards {
  ToolCard = $state.raw<Component<CardProps> | null>(null);

  async load(): Promise<void> {
    this.ToolCard = (await import('./ToolCard.svelte')).default;
  }
}
