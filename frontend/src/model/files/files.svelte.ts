import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { FileAt, FileMoment, FilesAt, FileText, TurnRef } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Resource } from '../../lib/resource.svelte';

/** The view of a file: the change by the turn, the change since then, or its content after the turn. */
export type FileView = 'turn' | 'since' | 'text';

interface Pair {
  before: FileText;
  after: FileText;
}

const MOMENTS: Record<FileView, readonly [FileMoment, FileMoment]> = {
  turn: ['before', 'after'],
  since: ['after', 'now'],
  text: ['after', 'after'],
};

export interface FilesHost {
  readonly backend: Backend;
  readonly say: (message: string) => void;
}

/** The files of a branch around one of its turns. */
export class FilesState {
  constructor(private readonly host: FilesHost) {}

  open = $state(false);
  private at = $state.raw<TurnRef | null>(null);
  private readonly lists = new Resource<FilesAt>();
  private readonly texts = new Resource<Pair>();
  private chosen = $state<string | null>(null);
  private wanted = $state<FileView>('turn');

  /** The files of the requested turn; null until they are loaded. */
  readonly list = $derived.by((): FilesAt | null =>
    this.at && this.lists.valueKey === keyOf(this.at) ? this.lists.value : null,
  );

  get error(): string | null {
    return this.lists.error;
  }

  get pair(): Pair | null {
    return this.texts.valueKey === this.key ? this.texts.value : null;
  }

  get textError(): string | null {
    return this.texts.error;
  }

  /** The shown file: the chosen one, else the first. */
  readonly file = $derived.by((): FileAt | null => {
    const files = this.list?.files ?? [];
    return files.find((file) => file.path === this.chosen) ?? files[0] ?? null;
  });
  /** The shown view: the chosen one, or another if there is nothing in it. */
  readonly view = $derived.by((): FileView => {
    if (this.has(this.wanted)) return this.wanted;
    return this.has('turn') ? 'turn' : this.has('since') ? 'since' : 'text';
  });
  /** Why the shown view has nothing to show; '' if it has. */
  readonly unknown = $derived.by((): string => {
    const { file, view } = this;
    return (view === 'turn' && file?.beforeUnknown) || file?.afterUnknown || '';
  });
  /** The state that Save writes: after the turn, or before it if the turn deleted the file; null if not known. */
  readonly saved = $derived.by((): FileMoment | null => {
    const { file } = this;
    if (!file || file.afterUnknown) return null;
    return file.turn === 'deleted' ? 'before' : 'after';
  });
  private readonly key = $derived(`${this.at?.record ?? ''} ${this.file?.path ?? ''} ${this.view}`);

  async show(at: TurnRef): Promise<void> {
    this.at = at;
    this.chosen = null;
    this.wanted = 'turn';
    this.texts.forget();
    this.open = true;
    await this.load();
  }

  async load(): Promise<void> {
    const { at } = this;
    if (at) await this.lists.load(keyOf(at), (signal) => this.host.backend.filesAt(at, signal));
  }

  /** Whether a view of the shown file has anything to show. What differs from an unknown file is not known. */
  has(view: FileView): boolean {
    const { file } = this;
    return (
      view === 'text' ||
      (view === 'turn'
        ? file?.turn !== '' && file?.turn !== 'unknown'
        : file?.since !== '' && file?.since !== 'unknown')
    );
  }

  choose(path: string): void {
    this.chosen = path;
  }

  look(view: FileView): void {
    this.wanted = view;
  }

  /** Loads the texts of the shown file and view; must be called when these have changed. */
  async follow(): Promise<void> {
    const { at, file, view } = this;
    if (!at || !file || this.unknown !== '') return;
    const [from, to] = MOMENTS[view];
    await this.texts.load(this.key, async (signal) => {
      const read = (when: FileMoment) => this.host.backend.fileText(at, file.path, when, signal);
      const [before, after] = await Promise.all([read(from), read(to)]);
      return { before, after };
    });
  }

  /** Saves the shown file as it was after the turn; before it, if the turn deleted it. */
  save(): Promise<void> {
    const { at, file, saved } = this;
    if (!at || !file || !saved) return Promise.resolve();
    return this.saving(() => this.host.backend.saveFileAt(at, file.path, saved));
  }

  savePatch(): Promise<void> {
    const { at } = this;
    return at && this.list ? this.saving(() => this.host.backend.savePatchAt(at)) : Promise.resolve();
  }

  async saveAll(): Promise<void> {
    const { at } = this;
    if (!at || !this.list) return;
    await this.saving(async () => {
      const { files, skipped } = await this.host.backend.saveFilesAt(at);
      if (files < 0) return '';
      const written = m.count_files({ count: files });
      return skipped.length === 0
        ? written
        : m.files_saved_some({ written, skipped: m.count_files({ count: skipped.length }) });
    });
  }

  private async saving(write: () => Promise<string>): Promise<void> {
    try {
      const file = await write();
      if (file !== '') this.host.say(m.files_saved({ file }));
    } catch (error) {
      this.host.say(m.word_not_saved_error({ why: toBackendError(error).message }));
    }
  }

  private readonly counts = new Resource<{ key: string; differ: number }>();

  /** How many files differ now from what they were after a turn; 0 while that is unknown. */
  differing(at: TurnRef | null): number {
    return at && this.counts.value?.key === keyOf(at) ? this.counts.value.differ : 0;
  }

  /** Counts them; null stops. */
  count(at: TurnRef | null): void {
    if (!at) this.counts.forget();
    else
      void this.counts.load(keyOf(at), async (signal) => {
        const { files } = await this.host.backend.filesAt(at, signal);
        return {
          key: keyOf(at),
          differ: files.filter(({ since }) => since !== '' && since !== 'unknown').length,
        };
      });
  }
}

const keyOf = ({ session, tip, record }: TurnRef) => `${session} ${tip} ${record}`;
