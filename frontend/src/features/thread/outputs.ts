import type { Backend } from '../../lib/backend/backend';
import type { ToolRow } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { bytes } from '../../lib/text';
import { wholeResult } from './cards/whole';

/** How many characters one copy takes of outputs that lie in files of their own. */
export const MOST_OUTPUT = 2_000_000;

/** The outputs in files of their own that one copy takes: the first of them whole, until there is no more room. */
export class Outputs {
  private left: number;
  private cut = 0;
  private gone = 0;

  constructor(private readonly most = MOST_OUTPUT) {
    this.left = most;
  }

  /** What a row's result is copied as: the preview of it where its file cannot be read, or nothing of it has room. */
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

/** The first characters of a text, to the end of a line where one is near. */
function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const line = text.lastIndexOf('\n', most);
  if (line > most - 1_000 && line > 0) return text.slice(0, line);
  const split = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, split ? most - 1 : most);
}
