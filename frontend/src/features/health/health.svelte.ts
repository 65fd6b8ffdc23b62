import type { Backend } from '../../lib/backend/backend';
import type { HealthReport } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';

/** What was read of the history, and what could not be. */
export class HealthState {
  open = $state(false);
  private readonly reports = new Resource<HealthReport>();

  constructor(private readonly backend: Backend) {}

  get report(): HealthReport | null {
    return this.reports.value;
  }

  get error(): string | null {
    return this.reports.error;
  }

  /** Opens on the report as it is now; what was shown before stays until then. */
  async show(): Promise<void> {
    this.open = true;
    await this.reports.load('', (signal) => this.backend.doctor(signal));
  }

  close(): void {
    this.open = false;
    this.reports.stop();
  }
}
