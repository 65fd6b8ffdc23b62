import { type Backend, BackendError } from '../../lib/backend/backend';
import type { SearchHit } from '../../lib/backend/types';
import type { InTree } from './place';
import { treePlaces } from './place';

type Places = (hit: SearchHit) => InTree | null;

/** The number of chats, from the first, whose trees are loaded for an answer. */
const MOST = 16;

/** The trees of the chats with matches, to locate the matches in them. */
export class HitTrees {
  private places = $state.raw<ReadonlyMap<string, Places>>(new Map());
  private request = new AbortController();

  constructor(private readonly backend: Backend) {}

  of(hit: SearchHit): InTree | null {
    return this.places.get(hit.chat ?? hit.session)?.(hit) ?? null;
  }

  /** Loads the missing trees of chats, one at a time. */
  async follow(chats: readonly string[]): Promise<void> {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    for (const chat of chats.slice(0, MOST)) {
      if (this.places.has(chat)) continue;
      const tree = await this.backend.chat(chat, signal).catch((error: unknown) => {
        // A deleted chat has no tree: don't ask again.
        return error instanceof BackendError && error.code === 'not-found' ? null : undefined;
      });
      if (signal.aborted) return;
      if (tree !== undefined)
        this.places = new Map(this.places).set(chat, tree ? treePlaces(tree) : () => null);
    }
  }

  /** Drops all trees, which may be out of date. */
  forget(): void {
    this.request.abort();
    this.places = new Map();
  }
}
