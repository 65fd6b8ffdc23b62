import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { ChatSummary, ChatTree } from '../../lib/backend/types';

export type ForestScope = 'project' | 'all';

/** More trees than this are not drawn together: the newest are. */
const MOST_TREES = 500;
const AT_ONCE = 4;

/** The trees of many chats in one picture. */
export class ForestState {
  open = $state(false);
  scope = $state<ForestScope>('project');
  trees = $state.raw<readonly ChatTree[]>([]);
  /** How many chats there are in all, drawn or not. */
  wanted = $state(0);
  loading = $state(false);
  error = $state<string | null>(null);
  private request = new AbortController();

  constructor(private readonly backend: Backend) {}

  close(): void {
    this.request.abort();
    this.open = false;
    this.trees = [];
  }

  /** Reads the trees of these chats, the newest first. */
  async read(chats: readonly ChatSummary[]): Promise<void> {
    this.request.abort();
    const { signal } = (this.request = new AbortController());
    const ids = [...chats]
      .sort((a, b) => Date.parse(b.end) - Date.parse(a.end))
      .slice(0, MOST_TREES)
      .map((chat) => chat.id);
    this.wanted = chats.length;
    this.trees = [];
    this.error = null;
    this.loading = true;
    const trees: ChatTree[] = [];
    let failed: unknown = null;
    const next = async () => {
      for (let id = ids.shift(); id !== undefined && !signal.aborted; id = ids.shift()) {
        try {
          trees.push(await this.backend.chat(id, signal));
        } catch (error) {
          // A chat that is gone by now costs itself, not the picture.
          if (signal.aborted) throw error;
          failed = error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      if (signal.aborted) return;
      if (trees.length === 0 && failed !== null) throw toBackendError(failed);
      this.trees = trees;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    } finally {
      if (this.request.signal === signal) this.loading = false;
    }
  }
}
