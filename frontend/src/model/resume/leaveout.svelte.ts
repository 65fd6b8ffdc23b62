import type { ResumeLoad, ResumePlan, Wish } from '../../lib/backend/types';
import { canLeave, loadRows, toggled, toggledSteps } from './leaveout';

/** The part of a resume plan that leaves something out. */
interface Planned {
  readonly wish: Wish;
  readonly known: ResumePlan | null;
  change: (part: Partial<Wish>) => Promise<void>;
}

/** Decides what a new session does not load. Nothing is written before the plan is started. */
export class LeaveOut {
  private unfolded = $state.raw<ReadonlySet<string>>(new Set());
  /** The place of the keyboard in the list. */
  private place = $state(-1);
  /** True while the keyboard is in the list: a new plan leaves it there. */
  focused = $state(false);

  constructor(private readonly resume: Planned) {}

  readonly open = $derived.by(() => this.resume.wish.list ?? false);
  readonly items = $derived.by(() => this.resume.wish.without ?? []);
  readonly quiet = $derived.by(() => this.resume.wish.quiet ?? false);
  readonly load: ResumeLoad | null = $derived.by(() => this.resume.known?.load ?? null);
  readonly rows = $derived(this.load ? loadRows(this.load, this.unfolded) : []);
  /** The index of the current line; at first that of the last turn. */
  readonly at = $derived(this.place < 0 ? this.rows.length - 1 : Math.min(this.place, this.rows.length - 1));
  readonly row = $derived(this.rows[this.at] ?? null);
  readonly hasPictures = $derived(
    this.load?.turns.some((turn) => !turn.stays && turn.outputs.some((o) => o.pictures > 0)) ?? false,
  );

  async show(): Promise<void> {
    this.place = -1;
    this.unfolded = new Set();
    await this.resume.change({ list: true });
  }

  async set(without: string[], more: Partial<Wish> = {}): Promise<void> {
    await this.resume.change({ without, list: true, ...more });
  }

  /** Adds a preset to the choice, or removes it. */
  async preset(item: string): Promise<void> {
    const rest = this.items.filter((other) => other !== item);
    await this.set(rest.length === this.items.length ? [...rest, item] : rest);
  }

  /** The presets, in the order of their keys. */
  readonly presets = $derived.by(() => {
    const record = this.row?.turn.record ?? '';
    return [
      'outputs:10k',
      ...(this.hasPictures ? ['pictures'] : []),
      ...(record !== '' && (this.row?.number ?? 1) > 1 ? [`steps-before:${record}`] : []),
      ...((this.load?.turns.length ?? 0) > 1 ? ['others'] : []),
    ];
  });

  isSet(item: string): boolean {
    return this.items.includes(item);
  }

  go(to: number): void {
    this.place = Math.max(0, Math.min(to, this.rows.length - 1));
  }

  unfold(open: boolean): void {
    const { row } = this;
    if (!row) return;
    const next = new Set(this.unfolded);
    if (open) next.add(row.turn.record);
    else next.delete(row.turn.record);
    this.unfolded = next;
    this.place = this.rows.findIndex((r) => r.turn === row.turn && r.output === null);
  }

  isUnfolded(record: string): boolean {
    return this.unfolded.has(record);
  }

  /** Checks or unchecks the line at an index. */
  async toggle(nth: number): Promise<void> {
    const row = this.rows[nth];
    this.go(nth);
    if (this.load && row && canLeave(row)) await this.set(toggled(this.load, row));
  }

  /** Leaves out all of the current turn but its prompts and its last reply, or loads it again. */
  async toggleSteps(): Promise<void> {
    const { load, row } = this;
    if (load && row?.turn.steps && !row.turn.stays) await this.set(toggledSteps(load, row));
  }

  async tell(told: boolean): Promise<void> {
    await this.resume.change({ quiet: !told });
  }
}
