import type { Backend } from '../../lib/backend/backend';
import type { HealthReport } from '../../lib/backend/types';
import { Resource } from '../../lib/resource.svelte';

/** The report on files that could not be read. */
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

  /** Opens the dialog and loads a new report; the previous one is shown until then. */
  async show(): Promise<void> {
    this.open = true;
    await this.reports.load('', (signal) => this.backend.doctor(signal));
  }

  close(): void {
    this.open = false;
    this.reports.stop();
  }
}
