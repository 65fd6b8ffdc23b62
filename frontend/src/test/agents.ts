import type { AppState } from '../model/app.svelte';
import { chatAt } from '../model/place/location';

/** Opens a branch of an app at its first row. */
export async function openBranch(app: AppState, chat: string, session: string, tip: string): Promise<void> {
  app.place.go({ ...chatAt(chat), branch: { session, tip }, spot: 0 });
  await app.nav.arrival();
}
