import { toBackendError } from '../../lib/backend/call';
import { linkText, linkTo } from '../../lib/link';
import { m } from '../../lib/messages';
import type { Outputs } from './outputs';
import type { ThreadTarget } from '../../model/place/target';
import type { AppState } from '../../model/app.svelte';
import type { AtHand } from './at-hand';

/** Copies parts of the open thread as Markdown. The code that formats them is loaded on demand. */
export class Copying {
  constructor(
    private readonly app: Pick<AppState, 'backend' | 'outside' | 'thread' | 'say'>,
    private readonly atHand: AtHand,
  ) {}

  /** Copies the row at hand. */
  async row(): Promise<void> {
    const row = this.atHand.row;
    const { target } = this.app.thread;
    if (!row || !target) return;
    const { rowMarkdown, wholeRow } = await import('./copy');
    await this.text(m.thread_copied_row(), (outputs) =>
      wholeRow(this.app.backend, target.session, row, outputs).then(rowMarkdown),
    );
  }

  /**
   * Copies the selection in the thread as Markdown, or the last one before a menu took the focus,
   * including rows that are not mounted because the view has scrolled on.
   */
  async selection(): Promise<void> {
    const { target, items } = this.app.thread;
    const { selected } = this.atHand;
    if (!target || !selected) return;
    const { MOST, partsMarkdown } = await import('./copy');
    const { selectedParts, withGaps } = await import('./selection');
    const drawn = selectedParts(selected, (element) => this.atHand.at(element));
    const parts = withGaps(selected, drawn, (at) => {
      const item = items?.at(at);
      return item?.type === 'row' ? item.row : null;
    });
    const rows = parts.reduce((sum, part) => sum + ('from' in part ? part.to - part.from : 1), 0);
    if (rows === 0) this.app.say(m.thread_copy_nothing());
    else if (this.fits(rows, MOST))
      await this.text(m.thread_copied_selection(), (outputs) =>
        partsMarkdown(this.app.backend, target.session, parts, this.page(target), outputs),
      );
  }

  /** Copies the turn of the row at hand; for a row inside an agent, the visible turn. */
  async turn(): Promise<void> {
    const { target, skeleton, turnIndex } = this.app.thread;
    if (!target || !skeleton) return;
    const row = this.atHand.row;
    const own = row !== null && this.app.thread.pages.row(row.index)?.uuid === row.uuid;
    const at = own ? row.turn - 1 : turnIndex;
    const from = skeleton.turns.rows[at] ?? 0;
    const to = skeleton.turns.rows[at + 1] ?? skeleton.total;
    const { MOST, rangeMarkdown } = await import('./copy');
    if (!this.fits(to - from, MOST)) return;
    await this.text(m.thread_copied_turn(), (outputs) =>
      rangeMarkdown(this.app.backend, target.session, this.page(target), from, to, outputs),
    );
  }

  /** Copies a link to the row at hand. */
  async link(): Promise<void> {
    const row = this.atHand.row;
    const { target } = this.app.thread;
    if (row && target)
      await this.app.outside.copyText(
        linkText(linkTo(row.session ?? target.session, row.uuid)),
        m.thread_copied_link(),
      );
  }

  /** Reports whether so many rows can be copied, and shows a message if not. */
  private fits(rows: number, most: number): boolean {
    if (rows > most) this.app.say(m.thread_copy_too_many());
    return rows <= most;
  }

  private page(target: ThreadTarget) {
    return (at: number, n: number) => this.app.thread.source.rows(target, at, n);
  }

  private async text(done: string, write: (outputs: Outputs) => Promise<string>): Promise<void> {
    try {
      const { Outputs } = await import('./outputs');
      const outputs = new Outputs();
      const text = await write(outputs);
      await this.app.outside.copyText(text, [done, ...outputs.missing].join(' · '));
    } catch (error) {
      this.app.say(m.copy_failed({ why: toBackendError(error).message }));
    }
  }
}
