import type { Backend } from '../../lib/backend/backend';
import { defaults } from '../../lib/backend/defaults';
import type { Settings } from '../../lib/backend/types';
import { m } from '../../lib/messages';

const SAVE_AFTER = 400;
const TEXT_SIZES = [70, 80, 90, 100, 110, 120, 135, 150, 175, 200];

/**
 * Preferences and window state, loaded once. The first change is saved at once; those that follow within
 * SAVE_AFTER, such as the widths of a pane that is dragged, are saved together, and when the window closes.
 */
export class SettingsState {
  value = $state.raw<Settings>(defaults);
  /** Why they could not be saved; null if they were. */
  error = $state<string | null>(null);
  /** The system uses a dark theme. */
  systemDark = $state(false);
  /** Changes from before the settings were loaded: saving them would overwrite the rest with defaults. */
  private early: Partial<Settings> | null = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsaved = false;
  /** The last saved value, as text. */
  private saved = '';
  /** Settled when all saves so far are done. */
  private saving: Promise<void> = Promise.resolve();

  constructor(private readonly backend: Backend) {}

  readonly theme = $derived(
    this.value.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.value.theme,
  );

  async load(): Promise<void> {
    try {
      this.take(await this.backend.settings());
    } catch {
      // The window then works with the defaults, and saves nothing.
    }
  }

  /** Applies loaded settings; changes made meanwhile win. */
  take(read: Settings): void {
    const { early } = this;
    this.saved = JSON.stringify(read);
    this.value = { ...defaults, ...read, panes: sane(read.panes), ...early };
    this.early = null;
    if (early && Object.keys(early).length > 0) this.set({});
  }

  set(change: Partial<Settings>): void {
    this.value = { ...this.value, ...change };
    clearTimeout(this.timer);
    if (this.early) {
      this.early = { ...this.early, ...change };
      return;
    }
    if (this.timer === undefined) this.save();
    else this.unsaved = true;
    // Not before the last save is done: a slow one could overwrite a newer value.
    this.timer = setTimeout(() => {
      void this.saving.then(() => {
        this.timer = undefined;
        return this.flush();
      });
    }, SAVE_AFTER);
  }

  /** Saves pending changes. */
  async flush(): Promise<void> {
    if (this.unsaved) this.save();
    await this.saving;
  }

  /** The zoom factor of the window: of all lengths in styles, and of the row heights that components calculate. */
  get textScale(): number {
    return this.value.textSize / 100;
  }

  /** Zooms the window in or out; 0 resets the zoom. */
  resizeText(by: 1 | -1 | 0): void {
    const at = TEXT_SIZES.findIndex((size) => size >= this.value.textSize);
    const next = by === 0 ? 100 : (TEXT_SIZES[at + by] ?? this.value.textSize);
    this.set({ textSize: next });
  }

  setPane(name: keyof typeof paneLimits, width: number): void {
    this.set({ panes: { ...this.value.panes, [name]: Math.round(width) } });
  }

  private save(): void {
    this.unsaved = false;
    const text = JSON.stringify(this.value);
    if (text === this.saved) return;
    this.saved = text;
    const before = this.saving;
    const writing = this.backend.saveSettings(this.value).then(
      () => (this.error = null),
      (error: unknown) => {
        this.unsaved = true;
        this.saved = '';
        this.error = error instanceof Error ? error.message : m.settings_not_saved();
      },
    );
    this.saving = Promise.all([before, writing]).then(() => undefined);
  }
}

export const paneLimits = {
  sidebar: { min: 220, max: 1200, usual: 284 },
  tree: { min: 280, max: 1600, usual: 396 },
  inspector: { min: 260, max: 560, usual: 320 },
};

/** Clamps widths to their limits. Chats and tree may be closed: 0. */
function sane(panes: Settings['panes'] | undefined): Settings['panes'] {
  const fit = (name: keyof typeof paneLimits) => {
    const { min, max, usual } = paneLimits[name];
    const width = panes?.[name] ?? usual;
    if (width === 0) return name === 'inspector' ? usual : 0;
    return Math.min(max, Math.max(min, width));
  };
  return { sidebar: fit('sidebar'), tree: fit('tree'), inspector: fit('inspector') };
}
