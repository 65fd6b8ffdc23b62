import type ToolCard from './ToolCard.svelte';

/**
 * The cards that tool calls open to. They are not needed for the first picture of the window, so
 * their code comes right after it.
 */
export class Cards {
  ToolCard = $state.raw<typeof ToolCard | null>(null);

  async load(): Promise<void> {
    this.ToolCard = (await import('./ToolCard.svelte')).default;
  }
}
