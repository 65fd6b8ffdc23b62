import type { SettingsState } from './features/settings/settings.svelte';
import { type Link, linkText } from './lib/link';

/** A view that moves no more for so long, in milliseconds, is at rest. */
const AT_REST = 700;

/** Keeps where the reader is for the next start. */
export class LastPlace {
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly settings: SettingsState,
    private readonly place: () => Link | null,
  ) {}

  /** The view has moved: where it comes to rest is kept. */
  moved(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.keep(), AT_REST);
  }

  keep(): void {
    const link = this.place();
    const lastPlace = link ? linkText(link) : '';
    if (lastPlace !== '' && lastPlace !== this.settings.value.lastPlace) this.settings.set({ lastPlace });
  }

  keepChat(lastChat: string): void {
    if (this.settings.value.lastChat !== lastChat) this.settings.set({ lastChat });
  }
}
