import type { ScanProgress } from '../../lib/backend/types';
import { bytes } from '../../lib/text';

/** How far back the rate looks, in milliseconds. */
const SPAN = 4_000;

/** How fast a history is being read, and how long that will still take. */
export class Pace {
  private seen: { at: number; bytes: number }[] = [];
  private rate = $state(0);
  private left = $state(0);

  /** "180 MB/s · 6 s left"; '' as long as that would only be a guess. */
  readonly says = $derived.by(() => {
    if (this.rate <= 0) return '';
    const seconds = Math.ceil(this.left / this.rate);
    const left = seconds < 90 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
    return `${bytes(this.rate)}/s · ${left} left`;
  });

  note(scan: ScanProgress, at: number): void {
    const before = this.seen.at(-1);
    if (scan.phase !== 'reading' || scan.stopped || (before && scan.bytes < before.bytes)) this.seen = [];
    if (scan.phase !== 'reading' || scan.stopped) {
      this.rate = 0;
      return;
    }
    this.seen = [...this.seen.filter((s) => at - s.at < SPAN), { at, bytes: scan.bytes }];
    const first = this.seen[0];
    const long = first ? (at - first.at) / 1_000 : 0;
    this.rate = first && long >= 0.5 ? (scan.bytes - first.bytes) / long : 0;
    this.left = scan.bytesTotal - scan.bytes;
  }
}
