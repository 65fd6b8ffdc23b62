import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ChatSummary, ResumePlan, Wish } from '../../lib/backend/types';
import type { Outside } from '../../outside';
import { chatName, plural } from '../../lib/text';
import type { ResumeState } from './resume.svelte';

/** So many terminals open at once without a word. */
export const FEW = 8;

/** A chat that is gone on with beside others. */
interface One {
  chat: string;
  name: string;
  wish: Wish;
  /** What would run; null until it is known. */
  plan: ResumePlan | null;
  /** Why it does not run; '' where it may. */
  why: string;
  /** The terminal in which it was started. */
  started: string;
}

/** Where a chat goes on: in the session that was written to last. */
const wishOf = (chat: ChatSummary): Wish => ({ session: chat.newestLeaf });

/** Going on with several chats, each in a terminal of its own and by its own plan: these are shown first. */
export class SeveralState {
  list = $state.raw<readonly One[]>([]);
  busy = $state(false);
  private shown = $state(false);
  /** What was asked for last counts. */
  private asked = 0;

  constructor(
    private readonly backend: Backend,
    private readonly resume: ResumeState,
    private readonly outside: Pick<Outside, 'copy'>,
    private readonly say: (message: string) => void,
  ) {}

  readonly ready = $derived(this.list.filter(({ plan, started }) => plan?.possible && started === ''));
  /** Of each it is known whether it can be gone on with. */
  readonly known = $derived(this.list.every(({ plan, why }) => plan !== null || why !== ''));

  get open(): boolean {
    return this.shown;
  }

  /** Closed, it starts no more of them. */
  set open(open: boolean) {
    this.shown = open;
    if (!open) this.asked++;
  }

  /** Shows what would run for each. */
  async ask(chats: readonly ChatSummary[]): Promise<void> {
    const now = ++this.asked;
    this.list = chats.map((chat) => ({
      ...{ chat: chat.id, name: chatName(chat), wish: wishOf(chat) },
      ...{ plan: null, why: '', started: '' },
    }));
    this.shown = true;
    for (const one of this.list) {
      const part = await this.backend
        .resumePlan(one.wish)
        .then((plan) => ({ plan, why: plan.possible ? '' : plan.why }), failed);
      if (now !== this.asked) return;
      this.learn(one.chat, part);
    }
  }

  /** Starts those that can be, one after the other; what went wrong stays on the screen. */
  async run(): Promise<void> {
    if (this.busy || !this.known) return;
    const now = this.asked;
    this.busy = true;
    for (const { chat, wish, plan } of this.ready) {
      if (now !== this.asked || !plan) break;
      const part = await this.resume
        .start(wish, plan)
        .then(({ terminal }) => ({ why: '', started: terminal === '' ? 'a terminal' : terminal }), failed);
      this.learn(chat, part);
    }
    this.busy = false;
    if (now !== this.asked || this.list.some(({ started }) => started === '')) return;
    this.say(`${plural(this.list.length, 'terminal')} started`);
    this.open = false;
  }

  /** Puts the command of each on the clipboard, a line each, and says which have none. */
  async copy(chats: readonly ChatSummary[]): Promise<void> {
    const lines: string[] = [];
    const none: string[] = [];
    for (const chat of chats) {
      const { command, why } = await this.backend
        .prepareResume(wishOf(chat))
        .catch((error: unknown) => ({ command: '', ...failed(error) }));
      if (command === '') none.push(`${chatName(chat)} (${why})`);
      else lines.push(command);
    }
    const missing = none.length === 0 ? '' : `, none for ${none.join(', ')}`;
    if (lines.length === 0) this.say(`No command copied${missing}`);
    else await this.outside.copy(lines.join('\n'), plural(lines.length, 'command'), missing);
  }

  private learn(chat: string, part: Partial<One>): void {
    this.list = this.list.map((one) => (one.chat === chat ? { ...one, ...part } : one));
  }
}

const failed = (error: unknown) => ({ why: toBackendError(error).message });
