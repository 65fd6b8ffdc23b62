import type { SettingsState } from './settings/settings.svelte';
import { Debounced } from '../lib/later';
import { type Link, linkText } from '../lib/link';

/** The debounce delay after the last scroll, in milliseconds. */
const AT_REST = 700;
/** The longest delay while the thread keeps moving. */
const SAVE_WITHIN = 5_000;

/** Saves the location for the next start. */
export class LastPlace {
  private readonly resting = new Debounced(
    () => {
      this.keep();
    },
    AT_REST,
    SAVE_WITHIN,
  );

  constructor(
    private readonly settings: SettingsState,
    private readonly place: () => Link | null,
  ) {}

  /** Must be called on every scroll; saves the location after the last one. */
  moved(): void {
    this.resting.ask();
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
