import type { Backend } from '../../lib/backend/backend';
import { defaults } from '../../lib/backend/defaults';
import type { Settings } from '../../lib/backend/types';

const SAVE_AFTER = 400;
const TEXT_SIZES = [70, 80, 90, 100, 110, 120, 135, 150, 175, 200];

/**
 * Preferences and window state: read once. A change is written at once; what follows it within a
 * moment, as the widths of a pane that is dragged, is written together, and when the window goes.
 */
export class SettingsState {
  value = $state.raw<Settings>(defaults);
  /** Why they could not be saved; null when all is well. */
  error = $state<string | null>(null);
  /** The system is dark now. */
  systemDark = $state(false);
  /** What was changed before the settings were there: writing then would replace them by the defaults. */
  private early: Partial<Settings> | null = {};
  private timer: ReturnType<typeof setTimeout> | undefined;
  private unsaved = false;
  /** What is on its way to the disk. */
  private saving: Promise<void> = Promise.resolve();

  constructor(private readonly backend: Backend) {}

  readonly theme = $derived(
    this.value.theme === 'system' ? (this.systemDark ? 'dark' : 'light') : this.value.theme,
  );

  async load(): Promise<void> {
    try {
      this.take(await this.backend.settings());
    } catch {
      // Without settings the window works as on the first day, and writes none.
    }
  }

  /** Takes what was read; what was changed meanwhile stands. */
  take(read: Settings): void {
    const { early } = this;
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
    // After what is still being written: an older value that is slow would stand over a newer one.
    this.timer = setTimeout(() => {
      void this.saving.then(() => {
        this.timer = undefined;
        return this.flush();
      });
    }, SAVE_AFTER);
  }

  /** Writes what was not written yet. */
  async flush(): Promise<void> {
    if (this.unsaved) this.save();
    await this.saving;
  }

  /** How many times larger the texts of a thread are than usual. */
  get textScale(): number {
    return this.value.textSize / 100;
  }

  /** Makes the texts of the thread larger or smaller, or as usual again. */
  resizeText(by: 1 | -1 | 0): void {
    const at = TEXT_SIZES.findIndex((size) => size >= this.value.textSize);
    const next = by === 0 ? 100 : (TEXT_SIZES[at + by] ?? this.value.textSize);
    this.set({ textSize: next });
  }

  setPane(name: keyof typeof paneLimits, width: number): void {
    this.set({ panes: { ...this.value.panes, [name]: Math.round(width) } });
  }

  /** Stars chats; takes the stars away where all of them have one. */
  toggleStar(...chats: string[]): void {
    const { starred } = this.value;
    const others = starred.filter((id) => !chats.includes(id));
    const all = starred.length - others.length === chats.length;
    this.set({ starred: all ? others : [...others, ...chats] });
  }

  private save(): void {
    this.unsaved = false;
    const before = this.saving;
    const writing = this.backend.saveSettings(this.value).then(
      () => (this.error = null),
      (error: unknown) => {
        this.unsaved = true;
        this.error = error instanceof Error ? error.message : 'the settings could not be saved';
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

/** Widths within their limits; chats and tree may be closed, which is a width of 0. */
function sane(panes: Settings['panes'] | undefined): Settings['panes'] {
  const fit = (name: keyof typeof paneLimits) => {
    const { min, max, usual } = paneLimits[name];
    const width = panes?.[name] ?? usual;
    if (width === 0) return name === 'inspector' ? usual : 0;
    return Math.min(max, Math.max(min, width));
  };
  return { sidebar: fit('sidebar'), tree: fit('tree'), inspector: fit('inspector') };
}
