import type { Language } from './languages';
import type { Coloured, Request, Token } from './protocol';

const CACHED = 300;
/** A grammar that takes longer than this over some lines of code never ends. */
const PATIENCE = 10_000;

interface Job {
  key: string;
  text: string;
  language: Language;
  done: Set<(tokens: Token[]) => void>;
}

/** Asks a worker for colours, one text at a time, the last asked first. */
export class Colourist {
  private worker: Worker | null = null;
  private readonly waiting: Job[] = [];
  private running: Job | null = null;
  private readonly cache = new Map<string, Token[]>();
  private id = 0;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly newWorker: () => Worker) {}

  /** Asks for colours; returns the way to take the question back. */
  ask(text: string, language: Language, done: (tokens: Token[]) => void): () => void {
    const key = `${language}\n${text}`;
    const known = this.cache.get(key);
    if (known) {
      done(known);
      return () => undefined;
    }
    let job = this.running?.key === key ? this.running : this.waiting.find((j) => j.key === key);
    if (!job) {
      job = { key, text, language, done: new Set() };
      this.waiting.push(job);
    }
    const mine = job;
    mine.done.add(done);
    this.next();
    return () => mine.done.delete(done);
  }

  private next(): void {
    if (this.running) return;
    // The last asked is the nearest to what is looked at; what nobody waits for is dropped.
    let job = this.waiting.pop();
    while (job && job.done.size === 0) job = this.waiting.pop();
    if (!job) return;
    this.running = job;
    const request: Request = { id: ++this.id, text: job.text, language: job.language };
    this.patience = setTimeout(() => this.replace(), PATIENCE);
    this.start().postMessage(request);
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = (this.worker = this.newWorker());
    worker.addEventListener('message', (event: MessageEvent<Coloured>) => {
      // An answer that was given up on is nobody's.
      if (event.data.id === this.id) this.finish(event.data.tokens);
    });
    for (const dead of ['error', 'messageerror'])
      worker.addEventListener(dead, () => {
        if (this.worker === worker) this.replace();
      });
    return worker;
  }

  /** The worker is dead or never ends: what it was at stays plain, the next text gets a new one. */
  private replace(): void {
    this.worker?.terminate();
    this.worker = null;
    this.finish(null);
  }

  /** Takes an answer; null where there was none: another time there may be. */
  private finish(tokens: Token[] | null): void {
    clearTimeout(this.patience);
    const job = this.running;
    this.running = null;
    this.id++;
    if (job) {
      if (tokens) this.keep(job.key, tokens);
      for (const done of job.done) done(tokens ?? []);
    }
    this.next();
  }

  private keep(key: string, tokens: Token[]): void {
    this.cache.set(key, tokens);
    if (this.cache.size <= CACHED) return;
    const oldest = this.cache.keys().next();
    if (!oldest.done) this.cache.delete(oldest.value);
  }
}
