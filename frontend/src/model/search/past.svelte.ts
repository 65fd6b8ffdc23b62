import type { SettingsState } from '../settings/settings.svelte';

const RECENT = 20;

/** Saved and recent searches. */
export class PastSearches {
  constructor(private readonly settings: SettingsState) {}

  readonly saved = $derived.by(() => this.settings.value.savedSearches);
  readonly recent = $derived.by(() =>
    this.settings.value.recentSearches.toReversed().filter((query) => !this.saved.includes(query)),
  );

  /** Adds a query to the recent ones. */
  remember(query: string): void {
    const text = query.trim();
    if (text === '') return;
    const rest = this.settings.value.recentSearches.filter((q) => q !== text);
    this.settings.set({ recentSearches: [...rest, text].slice(-RECENT) });
  }

  isSaved(query: string): boolean {
    return this.saved.includes(query.trim());
  }

  /** Saves a query, or removes it from the saved ones. */
  toggle(query: string): void {
    const text = query.trim();
    if (text === '') return;
    const rest = this.saved.filter((q) => q !== text);
    this.settings.set({ savedSearches: this.isSaved(text) ? rest : [...rest, text] });
  }

  /** Removes a query. */
  forget(query: string): void {
    const { savedSearches, recentSearches } = this.settings.value;
    this.settings.set({
      savedSearches: savedSearches.filter((q) => q !== query),
      recentSearches: recentSearches.filter((q) => q !== query),
    });
  }
}
