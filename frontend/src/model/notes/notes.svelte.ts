import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { NotesList, Own, PlacedNote, RecordNote, RowNotes } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { Throttled } from '../../lib/later';
import { Resource } from '../../lib/resource.svelte';
import type { SidebarState } from '../chats/sidebar.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { TreeState } from '../tree/tree.svelte';
import { commonTags, matches, tagsIn } from './text';

/** Milliseconds until the rows of a branch that grows are loaded again. */
const ROWS_AFTER = 3_000;

/** What a note is about. */
export type NoteOf =
  | { readonly of: 'chat'; readonly chat: string }
  /** Only the tags that all of them have. */
  | { readonly of: 'chats'; readonly chats: readonly string[] }
  | { readonly of: 'branch' | 'record'; readonly session: string; readonly record: string };

/** The parts of the window that notes use. */
export interface NotesHost {
  readonly backend: Backend;
  readonly sidebar: SidebarState;
  readonly tree: TreeState;
  readonly thread: ThreadState;
  readonly say: (message: string) => void;
}

/** Names, tags, notes, stars and bookmarks. */
export class NotesState {
  constructor(private readonly host: NotesHost) {}

  private readonly inChat = $derived.by(() => this.host.tree.tree?.notes ?? []);

  /** The bookmarks of the open chat, by each uuid that their record has. */
  readonly byRecord = $derived.by(() => {
    const map = new Map<string, RecordNote>();
    for (const note of this.inChat) {
      if (note.of === 'record') for (const uuid of note.uuids) map.set(uuid, note);
    }
    return map;
  });
  /** The notes on branches of the open chat, by the node with which they begin. */
  readonly byBranch = $derived(
    new Map(this.inChat.flatMap((n) => (n.of === 'branch' && n.segment ? [[n.segment, n] as const] : []))),
  );
  /** The number of bookmarks in each node of the tree. */
  readonly counts = $derived.by(() => {
    const counts = new Map<string, number>();
    for (const { of, segment } of this.inChat)
      if (of === 'record' && segment) counts.set(segment, (counts.get(segment) ?? 0) + 1);
    return counts;
  });
  /** All tags that chats have, in order. */
  readonly tags = $derived.by(() =>
    [...new Set(this.host.sidebar.chats.flatMap((chat) => chat.tags))].sort(),
  );

  private readonly onRows = new Resource<RowNotes>();
  /** Loads the rows of a branch that grows. */
  private readonly onRowsAgain = new Throttled(() => this.loadRows(), ROWS_AFTER);
  /** What the rows were loaded for. */
  private rowsOf: { branch: string; notes: object } | null = null;
  /** The rows of the open branch with bookmarks: the number of the row, by the uuid of the record. */
  readonly rows = $derived.by(
    (): ReadonlyMap<string, number> =>
      new Map(
        this.host.thread.agents.length === 0 && this.onRows.valueKey === this.host.thread.branchKey
          ? this.onRows.value?.rows.map(({ uuid, row }) => [uuid, row] as const)
          : [],
      ),
  );

  /**
   * Loads the rows of the open branch; must be called when it, or a note of its chat, has changed. Those of a
   * branch that grows are loaded every ROWS_AFTER milliseconds at most.
   */
  follow(): void {
    const { branchKey: branch } = this.host.thread;
    const notes = this.byRecord;
    const before = this.rowsOf;
    this.rowsOf = null;
    this.onRowsAgain.stop();
    if (branch === '' || notes.size === 0) {
      this.onRows.forget();
      return;
    }
    this.rowsOf = { branch, notes };
    if (before?.branch === branch && before.notes === notes) this.onRowsAgain.ask();
    else void this.loadRows();
  }

  private async loadRows(): Promise<void> {
    const { thread, backend } = this.host;
    await this.onRows.follow(thread.branchKey, async (signal) => {
      const { session, tip } = thread.target ?? { session: '', tip: '' };
      return backend.rowNotes(session, tip, signal);
    });
  }

  /** The note on something in the open chat, or on a chat of the list; null if there is none. */
  of(about: NoteOf): Own | null {
    const { sidebar, tree } = this.host;
    if (about.of === 'chat') {
      const listed = sidebar.byId.get(about.chat);
      if (tree.tree?.id === about.chat) return filled(tree.tree.own);
      return listed ? filled({ ...listed, name: listed.titled === '' ? '' : listed.title }) : null;
    }
    if (about.of === 'chats') {
      const tags = commonTags(about.chats.flatMap((id) => sidebar.byId.get(id) ?? []));
      return filled({ name: '', tags, note: '' });
    }
    return this.inChat.find((n) => n.of === about.of && n.uuids.includes(about.record)) ?? null;
  }

  /** The subject of the open editor; null if it is closed. */
  editing = $state.raw<NoteOf | null>(null);
  /** Whether there was a note before. */
  before = $state(false);
  name = $state('');
  /** As written: separated by spaces or commas. */
  tagText = $state('');
  note = $state('');
  error = $state<string | null>(null);

  edit(about: NoteOf): void {
    const own = this.of(about);
    this.before = own !== null;
    this.given = own?.name || this.titleOf(about);
    this.name = this.given;
    this.named = own?.name ?? '';
    this.givenTags = own?.tags ?? [];
    this.tagText = this.givenTags.join(' ');
    this.note = own?.note ?? '';
    if (this.draft && isSame(this.draft.about, about))
      [this.name, this.tagText, this.note] = this.draft.texts;
    this.draft = null;
    this.error = null;
    this.editing = about;
  }

  /** The name with which the editor opened, and the person's own one; a title that is left as it is, is no name. */
  private given = '';
  private named = '';
  /** The tags with which the editor opened. */
  private givenTags: readonly string[] = [];

  /** The present title of a chat or a branch; '' of a record. */
  private titleOf(about: NoteOf): string {
    const { sidebar, tree } = this.host;
    if (about.of === 'chat') return sidebar.byId.has(about.chat) ? sidebar.titleOf(about.chat) : '';
    const segment =
      about.of === 'branch' ? tree.tree?.segments.find((s) => s.first === about.record) : undefined;
    return segment ? tree.branches.titleOf(segment) : '';
  }

  /** Texts of an editor that was closed without a decision; it opens with them again. */
  private draft: { about: NoteOf; texts: readonly [string, string, string] } | null = null;

  /** Closes the editor, as Escape does: its texts are there again when it opens for the same thing. */
  close(): void {
    const { editing, name, tagText, note } = this;
    this.draft = editing && { about: editing, texts: [name, tagText, note] };
    this.editing = null;
  }

  /** Closes the editor, and forgets its texts. */
  discard(): void {
    this.editing = null;
  }

  /** Adds a tag to the editor, or removes it. */
  toggleTag(tag: string): void {
    const tags = tagsIn(this.tagText);
    this.tagText = (tags.includes(tag) ? tags.filter((t) => t !== tag) : [...tags, tag]).join(' ');
  }

  /** Saves the editor's texts; `keep` is false to remove the note. */
  async save(keep = true): Promise<void> {
    const about = this.editing;
    if (!about) return;
    const texts = [this.name, this.tagText, this.note] as const;
    try {
      const name = this.name === this.given ? this.named : this.name;
      await this.write(about, { name, tags: tagsIn(this.tagText), note: this.note }, keep);
      if (this.editing === about) this.editing = null;
    } catch (error) {
      if (this.editing === null) {
        // It was closed while it was being saved: it opens again with its texts, and the reason.
        this.draft = { about, texts };
        this.edit(about);
      }
      if (this.editing && isSame(this.editing, about)) this.error = toBackendError(error).message;
      else this.failed(error);
      return;
    }
    await this.read();
  }

  private async write(about: NoteOf, own: Own, keep: boolean): Promise<void> {
    const { backend } = this.host;
    const text = { name: own.name, tags: own.tags, note: own.note, keep };
    if (about.of === 'chat') await backend.noteChat(about.chat, text);
    else if (about.of === 'chats') {
      const removed = this.givenTags.filter((tag) => !own.tags.includes(tag));
      await backend.tagChats([...about.chats], [...own.tags], removed);
    } else if (about.of === 'record') await backend.noteRecord(about.session, about.record, text);
    else await backend.noteBranch(about.session, about.record, text);
  }

  /** Bookmarks a record, or edits the note of its bookmark. */
  async bookmark(session: string, record: string): Promise<void> {
    const about = { of: 'record', session, record } as const;
    if (this.of(about)) {
      this.edit(about);
      return;
    }
    try {
      await this.write(about, { name: '', tags: [], note: '' }, true);
      this.host.say(m.notes_bookmarked());
    } catch (error) {
      this.failed(error);
      return;
    }
    await this.read();
  }

  /** Stars chats, or removes the stars if all of them have one. */
  async toggleStar(...chats: string[]): Promise<void> {
    const { sidebar, backend } = this.host;
    const star = !chats.every((id) => sidebar.byId.get(id)?.starred);
    // The star is there at once, and goes again if it could not be kept.
    sidebar.star(chats, star);
    try {
      await backend.starChats([...chats], star);
    } catch (error) {
      this.failed(error);
    }
    await this.read();
  }

  private failed(error: unknown): void {
    this.host.say(m.word_not_saved_error({ why: toBackendError(error).message }));
  }

  /** Reads what shows notes. */
  private async read(): Promise<void> {
    const { sidebar, tree } = this.host;
    await Promise.all([
      sidebar.load(),
      tree.tree ? tree.reload() : undefined,
      this.open ? this.load() : undefined,
    ]);
  }

  private readonly lists = new Resource<NotesList>();
  /** Whether the list of all notes is open. */
  open = $state(false);
  query = $state('');

  get list(): NotesList | null {
    return this.lists.value;
  }

  get listError(): string | null {
    return this.lists.error;
  }

  /** The notes that match the query. */
  readonly found = $derived.by((): readonly PlacedNote[] =>
    (this.lists.value?.notes ?? []).filter((note) => matches(note, this.query)),
  );

  async show(): Promise<void> {
    this.query = '';
    this.open = true;
    await this.load();
  }

  async load(): Promise<void> {
    await this.lists.load('', (signal) => this.host.backend.notes(signal));
  }

  async export(): Promise<void> {
    try {
      const { file } = await this.host.backend.exportNotes();
      if (file !== '') this.host.say(m.notes_exported({ file }));
    } catch (error) {
      this.failed(error);
    }
  }

  async import(): Promise<void> {
    try {
      const count = await this.host.backend.importNotes();
      if (count < 0) return;
      this.host.say(m.notes_imported({ count }));
      await this.read();
    } catch (error) {
      this.failed(error);
    }
  }
}

const isSame = (a: NoteOf, b: NoteOf) => JSON.stringify(a) === JSON.stringify(b);

/** A note with content, or null. */
function filled(own: Own): Own | null {
  return own.name !== '' || own.note !== '' || own.tags.length > 0 ? own : null;
}
