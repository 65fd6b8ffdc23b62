import type { Backend } from '../../lib/backend/backend';
import type { ToolRow } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { bytes } from '../../lib/text';
import { wholeResult } from './cards/whole';

/** Maximum number of characters from spilled outputs in one copy. */
export const MOST_OUTPUT = 2_000_000;

/** Loads the outputs that are stored in files of their own for one copy, until the budget is spent. */
export class Outputs {
  private left: number;
  private cut = 0;
  private gone = 0;

  constructor(private readonly most = MOST_OUTPUT) {
    this.left = most;
  }

  /** Returns the output of a row; its preview if the file is missing or the budget is spent. */
  async of(backend: Backend, session: string, row: ToolRow): Promise<string> {
    if (this.left === 0) {
      this.cut++;
      return row.tool.result;
    }
    const whole = await wholeResult(backend, session, row).catch(() => null);
    if (whole === null) {
      this.gone++;
      return row.tool.result;
    }
    const taken = beginning(whole, this.left);
    if (taken.length === whole.length) {
      this.left -= whole.length;
      return whole;
    }
    this.left = 0;
    this.cut++;
    return `${taken}\n${m.thread_copy_more({ size: bytes(whole.length - taken.length) })}`;
  }

  /** What the copy lacks, a message for each kind; empty if it is complete. */
  get missing(): string[] {
    const out: string[] = [];
    if (this.cut > 0) out.push(m.thread_copy_truncated({ count: this.cut, size: bytes(this.most) }));
    if (this.gone > 0) out.push(m.thread_copy_preview({ count: this.gone }));
    return out;
  }
}

/** Returns at most so many characters, cut at the end of a line if one is near. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const line = text.lastIndexOf('\n', most);
  if (line > most - 1_000 && line > 0) return text.slice(0, line);
  const split = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, split ? most - 1 : most);
}
