import type { Backend } from '../../lib/backend/backend';
import type { GonePrompt, GonePrompts } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';

/** The number of prompts that are listed. */
const MOST = 400;

/** Consecutive prompts of one session. */
export interface GoneSession {
  session: string;
  projectName: string;
  project: string;
  prompts: GonePrompt[];
}

/** Prompts of sessions that Claude Code has deleted. */
export class GoneState {
  constructor(private readonly backend: Backend) {}

  open = $state(false);
  query = $state('');
  private readonly lists = new Resource<GonePrompts>();

  get list(): GonePrompts | null {
    return this.lists.value;
  }

  get error(): string | null {
    return this.lists.error;
  }

  /** The prompts by session. Those without a session are apart. */
  readonly sessions = $derived.by((): readonly GoneSession[] => {
    const groups: GoneSession[] = [];
    for (const prompt of this.lists.value?.prompts ?? []) {
      const { session, project, projectName } = prompt;
      const last = groups.at(-1);
      if (last && session !== '' && last.session === session) last.prompts.push(prompt);
      else groups.push({ session, project, projectName, prompts: [prompt] });
    }
    return groups;
  });

  async show(query = ''): Promise<void> {
    this.query = query;
    this.open = true;
    await this.load();
  }

  /** Must be called when the query has changed. */
  async load(): Promise<void> {
    const { query } = this;
    await this.lists.load(query, (signal) => this.backend.gone(query, MOST, signal));
  }

  private readonly counts = new Resource<{ query: string; total: number }>();

  /** How many prompts have all words of a query; 0 while that is unknown. */
  matching(query: string): number {
    return this.counts.value?.query === query ? this.counts.value.total : 0;
  }

  /** Counts them; '' stops. */
  async count(query: string): Promise<void> {
    if (query === '') this.counts.forget();
    else
      await this.counts.load(query, async (signal) => {
        const { total } = await this.backend.gone(query, 0, signal);
        return { query, total };
      });
  }
}
