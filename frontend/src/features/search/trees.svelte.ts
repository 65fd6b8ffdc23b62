import { type Backend, BackendError } from '../../lib/backend/backend';
import type { SearchHit } from '../../lib/backend/types';
import type { InTree } from './place';
import { treePlaces } from './place';

type Places = (hit: SearchHit) => InTree | null;

/** How many chats are looked up for one answer: those that come first. */
const MOST = 16;

/** The trees of the chats in which something was found, for the places of the hits. */
export class HitTrees {
  private places = $state.raw<ReadonlyMap<string, Places>>(new Map());
  private request = new AbortController();

  constructor(private readonly backend: Backend) {}

  of(hit: SearchHit): InTree | null {
    return this.places.get(hit.chat ?? hit.session)?.(hit) ?? null;
  }

  /** Looks up those of the chats that are not known, one after the other. */
  async follow(chats: readonly string[]): Promise<void> {
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    for (const chat of chats.slice(0, MOST)) {
      if (this.places.has(chat)) continue;
      const tree = await this.backend.chat(chat, signal).catch((error: unknown) => {
        // What is gone has no place, and is not asked for again.
        return error instanceof BackendError && error.code === 'not-found' ? null : undefined;
      });
      if (signal.aborted) return;
      if (tree !== undefined)
        this.places = new Map(this.places).set(chat, tree ? treePlaces(tree) : () => null);
    }
  }

  /** The history went on: what is known may be old. */
  forget(): void {
    this.request.abort();
    this.places = new Map();
  }
}
