import { describe, expect, it } from 'vitest';
import type { ScanProgress } from '../../lib/backend/types';
import { Pace } from './pace.svelte';

const scan = (mb: number, more: Partial<ScanProgress> = {}): ScanProgress => ({
  phase: 'reading',
  files: 1,
  filesTotal: 2,
  bytes: mb * 1e6,
  bytesTotal: 1_000 * 1e6,
  error: '',
  finished: '',
  ...more,
});

describe('the pace of reading', () => {
  it('says how fast it is and how long it will take, once it can tell', () => {
    const pace = new Pace();
    pace.note(scan(0), 0);
    pace.note(scan(20), 200);
    expect(pace.text).toBe('');
    pace.note(scan(100), 1_000);
    expect(pace.text).toBe('100 MB/s · 9 s left');
    pace.note(scan(101), 5_000);
    pace.note(scan(102), 6_000);
    expect(pace.text).toBe('1.0 MB/s · 15 m left');
  });

  it('says nothing when nothing is read, and begins anew afterwards', () => {
    const pace = new Pace();
    pace.note(scan(0), 0);
    pace.note(scan(100), 1_000);
    pace.note(scan(100, { stopped: true }), 1_100);
    expect(pace.text).toBe('');
    pace.note(scan(0), 2_000);
    expect(pace.text).toBe('');
    pace.note(scan(50), 3_000);
    expect(pace.text).toContain('50 MB/s');
    pace.note(scan(1_000, { phase: 'done' }), 4_000);
    expect(pace.text).toBe('');
  });
});
