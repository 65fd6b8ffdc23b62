import type { Backend } from '../../lib/backend/backend';
import type { Touched, TouchedFile } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';
import type { TreeFilter } from './fold';

/** A chat that is being written to is read again this much later at the earliest. */
const AGAIN_AFTER = 3_000;
const OFFERED = 50;

/** The tree that is narrowed. */
export interface NarrowedTree {
  readonly tree: { id: string; seq: number } | null;
  filter: TreeFilter;
}

/** Narrows the tree to the segments that touch a file, and knows which files there are. */
export class TouchedState {
  /** The field stands open. */
  open = $state(false);
  /** What is typed; after a choice, the path that was chosen. */
  text = $state('');
  /** The path that the tree is narrowed to, '' for none. */
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

  /** The files whose path has every word that is typed, those whose name begins with it first. */
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

  readonly reason = $derived.by(() => (this.tree.tree === null ? 'no chat is open' : undefined));

  /** Opens the field; the files of the chat are read when they are not known. */
  start(): void {
    if (this.reason !== undefined) return;
    this.open = true;
    if (this.list?.chat !== this.tree.tree?.id) void this.load();
  }

  /** Narrows the tree to a file. */
  choose(file: string): void {
    this.open = true;
    this.text = file;
    this.file = file;
    if (this.list?.chat === this.tree.tree?.id) this.apply();
    else void this.load();
  }

  /** The whole tree again. */
  clear(): void {
    this.open = false;
    this.text = '';
    this.file = '';
    this.lists.stop();
    this.apply();
  }

  /** Another chat stands in the tree, or the same one has grown. */
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
      this.lists.forget(); // read again when it is asked for
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
      if (this.tree.filter.touching !== null) this.tree.filter = { ...this.tree.filter, touching: null };
      return;
    }
    const at = list.files.find((f) => f.path === file)?.segments ?? [];
    const touching = new Set(at.flatMap((i) => list.segments[i] ?? []));
    this.tree.filter = { ...this.tree.filter, touching };
  }
}
