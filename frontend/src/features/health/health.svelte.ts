import type { Backend } from '../../lib/backend/backend';
import { isAbort, toBackendError } from '../../lib/backend/call';
import type { HealthReport } from '../../lib/backend/types';

/** What was read of the history, and what could not be. */
export class HealthState {
  open = $state(false);
  report = $state.raw<HealthReport | null>(null);
  error = $state<string | null>(null);
  private request = new AbortController();

  constructor(private readonly backend: Backend) {}

  /** Opens on the report as it is now; what was shown before stays until then. */
  async show(): Promise<void> {
    this.open = true;
    this.request.abort();
    this.request = new AbortController();
    const { signal } = this.request;
    this.error = null;
    try {
      const report = await this.backend.doctor(signal);
      if (!signal.aborted) this.report = report;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.error = toBackendError(error).message;
    }
  }

  close(): void {
    this.open = false;
    this.request.abort();
  }
}
