import type { AppState } from './app.svelte';
import { toBackendError } from './lib/backend/call';

/** What is asked for about the history as a whole. */
export class Upkeep {
  constructor(private readonly app: AppState) {}

  async chooseRoot(): Promise<void> {
    try {
      const root = await this.app.backend.chooseRoot();
      if (root !== '') await Promise.all([this.app.loadState(), this.app.sidebar.load()]);
    } catch (error) {
      this.app.say(`The folder could not be opened: ${toBackendError(error).message}`);
    }
  }

  async rescan(): Promise<void> {
    try {
      await this.app.backend.rescan();
      await this.app.loadState();
    } catch (error) {
      this.app.say(`The scan did not start: ${toBackendError(error).message}`);
    }
  }

  async stopReading(): Promise<void> {
    try {
      await this.app.backend.stopReading();
      await this.app.loadState();
    } catch (error) {
      this.app.say(`The reading goes on: ${toBackendError(error).message}`);
    }
  }

  async clearCache(): Promise<void> {
    try {
      await this.app.backend.clearCache();
      this.app.say('Cache cleared: the next start reads everything again');
    } catch (error) {
      this.app.say(`The cache was not cleared: ${toBackendError(error).message}`);
    }
  }
}
