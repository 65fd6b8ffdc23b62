import type { Backend } from '../../lib/backend/backend';
import { toBackendError } from '../../lib/backend/call';
import type { ChatSummary, ResumePlan, Wish } from '../../lib/backend/types';
import { locale } from '../../lib/locale';
import { m } from '../../lib/messages';
import { chatName } from '../../lib/text';
import { type ResumeState, startedIn } from './resume.svelte';

/** More terminals than this are not started by Enter alone. */
export const FEW = 8;

/** One of several chats to resume. */
interface One {
  chat: string;
  name: string;
  wish: Wish;
  /** Null until it is loaded. */
  plan: ResumePlan | null;
  /** Why it cannot start; '' if it can. */
  why: string;
  /** The message that it was started; '' before that. */
  started: string;
}

/** A chat is resumed in the session that was written to last. */
const wishOf = (chat: ChatSummary): Wish => ({ session: chat.newestLeaf });

/** Resumes several chats, each in its own terminal; the plans are shown first. */
export class SeveralState {
  list = $state.raw<readonly One[]>([]);
  busy = $state(false);
  private isOpen = $state(false);
  /** Counts requests: only the last one is answered. */
  private asked = 0;

  constructor(
    private readonly backend: Backend,
    private readonly resume: ResumeState,
    private readonly outside: { copyText(text: string, done: string): Promise<void> },
    private readonly say: (message: string) => void,
  ) {}

  readonly ready = $derived(this.list.filter(({ plan, started }) => plan?.possible && started === ''));
  /** All plans are loaded, or have failed. */
  readonly known = $derived(this.list.every(({ plan, why }) => plan !== null || why !== ''));

  get open(): boolean {
    return this.isOpen;
  }

  /** Closing cancels those that are not started yet. */
  set open(open: boolean) {
    this.isOpen = open;
    if (!open) this.asked++;
  }

  /** Shows the plan of each chat. */
  async ask(chats: readonly ChatSummary[]): Promise<void> {
    const now = ++this.asked;
    this.list = chats.map((chat) => ({
      ...{ chat: chat.id, name: chatName(chat), wish: wishOf(chat) },
      ...{ plan: null, why: '', started: '' },
    }));
    this.isOpen = true;
    for (const one of this.list) {
      const part = await this.backend
        .resumePlan(one.wish)
        .then((plan) => ({ plan, why: plan.possible ? '' : plan.why }), failed);
      if (now !== this.asked) return;
      this.learn(one.chat, part);
    }
  }

  /** Starts those that can be started, one after the other; the dialog stays open if one cannot. */
  async run(): Promise<void> {
    if (this.busy || !this.known) return;
    const now = this.asked;
    this.busy = true;
    for (const { chat, wish, plan } of this.ready) {
      if (now !== this.asked || !plan) break;
      const part = await this.resume
        .start(wish, plan)
        .then(({ terminal }) => ({ why: '', started: startedIn(terminal) }), failed);
      this.learn(chat, part);
    }
    this.busy = false;
    if (now !== this.asked || this.list.some(({ started }) => started === '')) return;
    this.say(m.resume_several_started({ count: this.list.length }));
    this.open = false;
  }

  /** Copies the commands of several chats, one per line, and names the chats that have none. */
  async copy(chats: readonly ChatSummary[]): Promise<void> {
    const lines: string[] = [];
    const none: string[] = [];
    for (const chat of chats) {
      const { command, why } = await this.backend
        .prepareResume(wishOf(chat))
        .catch((error: unknown) => ({ command: '', ...failed(error) }));
      if (command === '') none.push(m.resume_chat_failed({ chat: chatName(chat), why }));
      else lines.push(command);
    }
    const chatNames = new Intl.ListFormat(locale, { type: 'unit' }).format(none);
    if (lines.length === 0) {
      this.say(m.resume_commands_none({ chats: chatNames }));
      return;
    }
    const of = { count: lines.length, chats: chatNames };
    const done = none.length === 0 ? m.resume_commands_copied(of) : m.resume_commands_partly(of);
    await this.outside.copyText(lines.join('\n'), done);
  }

  private learn(chat: string, part: Partial<One>): void {
    this.list = this.list.map((one) => (one.chat === chat ? { ...one, ...part } : one));
  }
}

const failed = (error: unknown) => ({ why: toBackendError(error).message });
