import type { Language } from './languages';
import type { Coloured, Request, Token } from './protocol';

const CACHED = 300;
/** The timeout for a text, in milliseconds: some grammars never end. */
const PATIENCE = 10_000;

interface Job {
  key: string;
  text: string;
  language: Language;
  done: Set<(tokens: Token[]) => void>;
}

/** Requests colours from a worker, one text at a time, the last request first. */
export class Colourist {
  private worker: Worker | null = null;
  private readonly waiting: Job[] = [];
  private running: Job | null = null;
  private readonly cache = new Map<string, Token[]>();
  private id = 0;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly newWorker: () => Worker) {}

  /** Requests colours; returns a function that cancels the request. */
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
    // The last request is most likely in view; cancelled ones are dropped.
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
      // Ignore the response to a request that timed out.
      if (event.data.id === this.id) this.finish(event.data.tokens);
    });
    for (const dead of ['error', 'messageerror'])
      worker.addEventListener(dead, () => {
        if (this.worker === worker) this.replace();
      });
    return worker;
  }

  /** Replaces a worker that died or hangs: its text stays without colours, the next one gets a new worker. */
  private replace(): void {
    this.worker?.terminate();
    this.worker = null;
    this.finish(null);
  }

  /** Finishes the current request; null for a failure, which is not cached. */
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
