import type { ScanProgress } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { bytes } from '../../lib/text';

/** The window of the average, in milliseconds. */
const SPAN = 4_000;

/** The rate at which the history is loaded, and the remaining time. */
export class Pace {
  private seen: { at: number; bytes: number }[] = [];
  private rate = $state(0);
  private left = $state(0);

  /** "180 MB/s · 6 s left"; '' until the rate is known. */
  readonly text = $derived.by(() => {
    if (this.rate <= 0) return '';
    const seconds = Math.ceil(this.left / this.rate);
    const left = seconds < 90 ? m.duration_s({ n: seconds }) : m.word_n_m({ n: Math.round(seconds / 60) });
    return [m.status_rate({ rate: bytes(this.rate) }), m.status_left({ time: left })].join(' · ');
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
