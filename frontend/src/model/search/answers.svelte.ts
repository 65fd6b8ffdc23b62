import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { SearchHit, SearchResult, SearchSort } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import type { Command } from '../../lib/keys/registry.svelte';
import type { SidebarState } from '../chats/sidebar.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { RecordRef } from '../shell/target';
import { MOST } from './asking.svelte';
import type { Entry, Extendable, HitGroup, Opener } from './entries';
import { gathered } from './gathered';
import { PastSearches } from './past.svelte';
import type { SearchQuery } from './query.svelte';
import { Sections } from './sections.svelte';
import { HitTrees } from './trees.svelte';

/** The parts of the window that the list is made of. */
export interface AnswersHost {
  readonly backend: Backend;
  readonly settings: SettingsState;
  readonly sidebar: Pick<SidebarState, 'titleOf' | 'branchesOf' | 'byId' | 'chats'>;
  readonly say: (message: string) => void;
}

/** The answers to the query in one list, and the selected entry. */
export class Answers {
  opener = $state<Opener>('turns');
  /** The commands that the list offers. */
  commands = $state.raw<readonly Command[]>([]);
  /** The key of the chosen entry; '' for none. */
  private chosen = $state('');
  /** All matches of the expanded chats. */
  private unfolded = $state.raw<ReadonlyMap<string, readonly SearchHit[]>>(new Map());
  readonly past: PastSearches;
  readonly trees: HitTrees;
  readonly list: Sections;

  constructor(
    private readonly host: AnswersHost,
    private readonly of: SearchQuery,
  ) {
    this.trees = new HitTrees(host.backend);
    this.past = new PastSearches(host.settings);
    this.list = new Sections(this, of, host.sidebar);
  }

  get sort(): SearchSort {
    return this.host.settings.value.searchSort;
  }

  set sort(searchSort: SearchSort) {
    this.host.settings.set({ searchSort });
    this.chosen = '';
  }

  /** The matches by chat, in the chosen order. */
  private readonly found = $derived.by(() =>
    gathered(this.of.result, this.sort).map((group) => {
      const all = this.unfolded.get(group.chat);
      return { ...group, hits: all ?? group.hits, unfolded: all !== undefined };
    }),
  );
  /** The listed matches, in order. */
  readonly hits = $derived(this.found.flatMap((group) => group.hits));

  /** All entries of the list, in order. */
  get entries(): readonly Entry[] {
    return this.list.entries;
  }

  /** The index of the chosen entry; -1 for none. */
  readonly chosenAt = $derived.by(() => this.entries.findIndex(({ key }) => key === this.chosen));
  /** The index of the selected entry: the chosen one, else the first answer, which Enter opens; -1 for none. */
  readonly at = $derived.by(() => {
    if (this.chosenAt >= 0 || this.list.text === '' || (this.of.quick.loading && !this.of.waits))
      return this.chosenAt;
    return this.entries.findIndex((one) => this.isAnswer(one));
  });
  /** The chosen entry: list updates keep the selection, unless the entry disappeared. */
  readonly entry = $derived.by((): Entry | undefined => this.entries[this.chosenAt]);

  /** The record of the selected entry. */
  get hit(): RecordRef | undefined {
    return this.entry && recordOf(this.entry);
  }

  /** Whether more messages can be requested. */
  readonly more = $derived.by(() => {
    const { result, limit } = this.of.asking;
    return this.sort === 'time' && (result?.hits.length ?? 0) >= limit && limit < MOST;
  });
  readonly groups = $derived.by(() => {
    let index = 0;
    return this.found.map(({ chat, title, hits, count, unfolded }): HitGroup => {
      const name = this.host.sidebar.titleOf(chat);
      return {
        ...{ chat, title: name, count, unfolded },
        // The match may be of another session's title, or truncated.
        ranges: title?.snippet === name ? title.ranges : [],
        project: hits[0]?.project ?? '',
        hits: hits.map((hit) => ({ hit, index: index++ })),
      };
    });
  });

  /** The chats of all answers, to limit the list of chats to; empty until the matches are complete. */
  readonly chats = $derived.by((): ReadonlySet<string> => {
    const { quick, result, text } = this.of;
    const { names, turns } = quick;
    if (text.trim() === '' || quick.loading || result?.complete === false) return new Set();
    return new Set([
      ...(names.value?.matches ?? []).map(({ chat }) => chat),
      ...(turns.value?.turns ?? []).map(({ chat }) => chat),
      ...(result?.chats ?? this.groups).map(({ chat }) => chat),
    ]);
  });

  choose(entry: Entry | undefined): void {
    this.chosen = entry?.key ?? '';
  }

  /** The first entry that answers the current query. */
  first(): Entry | undefined {
    return this.entries.find((one) => this.isAnswer(one));
  }

  /** Whether an entry answers the current query, and can be chosen. */
  private isAnswer(entry: Entry): boolean {
    if (entry.kind === 'hit') return !this.of.asking.pending;
    return entry.kind !== 'command' || entry.command.reason?.() === undefined;
  }

  /** Called with each answer or part of one. */
  take(result: SearchResult, again: boolean): void {
    if (!again) this.unfolded = new Map();
    if (!result.settled) return;
    const { sidebar } = this.host;
    void this.trees.follow(this.groups.map((g) => g.chat).filter((chat) => sidebar.branchesOf(chat) > 1));
  }

  /** Expands or collapses the matches of a chat; the selection stays. */
  async toggleChat(chat: string): Promise<void> {
    const folded = new Map(this.unfolded);
    if (folded.delete(chat)) {
      this.unfolded = folded;
      return;
    }
    const { asking, text } = this.of;
    try {
      const hits = await asking.within({ ...this.of.within(), chat });
      if (this.of.text === text) this.unfolded = new Map(this.unfolded).set(chat, hits);
    } catch (error) {
      if (!isAbort(error)) this.host.say(m.search_expand_failed({ why: toBackendError(error).message }));
    }
  }

  /** Lists more entries of a section. */
  extend(section: Extendable): void {
    if (section === 'turns') this.of.quick.showMoreTurns();
    else if (section === 'messages') this.of.asking.showMore();
    else this.list.extend(section);
  }
}

/** The record to continue from: of a turn, the prompt that opens it. */
export function recordOf(entry: Entry): RecordRef | undefined {
  if (entry.kind === 'hit') return entry.hit;
  if (entry.kind !== 'turn') return undefined;
  const { session, uuid, prompt, best } = entry.turn;
  if (prompt !== '') return { session, uuid, kind: 'prompt' };
  return { session, uuid: best.uuid, kind: best.kind || 'reply', agent: best.agent };
}
