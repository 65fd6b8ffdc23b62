import type { Backend } from '../../lib/backend/backend';
import type { Touched, TouchedFile } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';
import type { TreeFilter } from './fold';

/** The minimum delay before the files of a growing chat are loaded again, in milliseconds. */
const AGAIN_AFTER = 3_000;
const OFFERED = 50;

/** The tree to filter. */
export interface NarrowedTree {
  readonly tree: { id: string; seq: number } | null;
  readonly view: { filter: TreeFilter };
}

/** Filters the tree by a file that its segments read or change. */
export class TouchedState {
  /** True while the field is shown. */
  open = $state(false);
  /** The typed text; after a choice, the chosen path. */
  text = $state('');
  /** The path to filter by; '' for none. */
  file = $state('');
  private readonly lists = new Resource<Touched>(undefined, (list) => this.arrive(list));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readAt = 0;

  constructor(
    private readonly backend: Backend,
    private readonly tree: NarrowedTree,
  ) {}

  get list(): Touched | null {
    return this.lists.value;
  }

  get loading(): boolean {
    return this.lists.loading;
  }

  get error(): string | null {
    return this.lists.error;
  }

  /** The files whose path contains every typed word; those whose name starts with the text come first. */
  readonly offered = $derived.by((): TouchedFile[] => {
    const typed = this.text.trim().toLowerCase();
    const words = typed.split(/\s+/);
    const found = (this.list?.files ?? []).filter(({ path }) => {
      const said = path.toLowerCase();
      return words.every((word) => said.includes(word));
    });
    const begins = ({ path }: TouchedFile) =>
      path
        .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
        .toLowerCase()
        .startsWith(typed);
    return [...found.filter(begins), ...found.filter((f) => !begins(f))].slice(0, OFFERED);
  });

  readonly reason = $derived.by(() => (this.tree.tree === null ? m.word_no_chat_is_open() : undefined));

  /** Shows the field, and loads the files of the chat unless they are loaded. */
  start(): void {
    if (this.reason !== undefined) return;
    this.open = true;
    if (this.list?.chat !== this.tree.tree?.id) void this.load();
  }

  /** Filters the tree by a file. */
  choose(file: string): void {
    this.open = true;
    this.text = file;
    this.file = file;
    if (this.list?.chat === this.tree.tree?.id) this.apply();
    else void this.load();
  }

  /** Removes the filter. */
  clear(): void {
    this.open = false;
    this.text = '';
    this.file = '';
    this.lists.stop();
    this.apply();
  }

  /** Must be called when another chat was opened in the tree, or the open one has changed. */
  follow(): void {
    clearTimeout(this.timer);
    const { list } = this;
    if (list === null) return;
    if (list.chat !== this.tree.tree?.id) {
      this.lists.forget();
      return;
    }
    if (list.seq === this.tree.tree.seq) return;
    if (!this.open) {
      this.lists.forget(); // loaded again on demand
      return;
    }
    const wait = Math.max(0, this.readAt + AGAIN_AFTER - Date.now());
    this.timer = setTimeout(() => void this.load(), wait);
  }

  async load(): Promise<void> {
    const chat = this.tree.tree?.id;
    if (chat === undefined) return;
    await this.lists.load(chat, (signal) => this.backend.touched(chat, signal));
  }

  private arrive({ chat }: Touched): void {
    if (this.tree.tree?.id !== chat) return;
    this.readAt = Date.now();
    this.apply();
  }

  private apply(): void {
    const { file, list } = this;
    if (file === '' || list === null) {
      if (this.tree.view.filter.touching !== null)
        this.tree.view.filter = { ...this.tree.view.filter, touching: null };
      return;
    }
    const at = list.files.find((f) => f.path === file)?.segments ?? [];
    const touching = new Set(at.flatMap((i) => list.segments[i] ?? []));
    this.tree.view.filter = { ...this.tree.view.filter, touching };
  }
}
