import type { Language } from './languages';
import { languageOf } from './names';
import type { Coloured, Request, Token } from './protocol';
import { tokenClass } from './protocol';

/**
 * Code is shown plain at once, and coloured when the worker answers: the same letters in the same
 * places, so that nothing moves. What is large stays plain.
 */
const MOST_CHARS = 200_000;
const MOST_LINES = 3_000;
const LONGEST_LINE = 2_000;
const CACHED = 300;

interface Job {
  key: string;
  text: string;
  language: Language;
  done: Set<(tokens: Token[]) => void>;
}

class Colourist {
  private worker: Worker | null = null;
  private readonly waiting: Job[] = [];
  private running: Job | null = null;
  private readonly cache = new Map<string, Token[]>();
  private id = 0;

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
    this.start().postMessage(request);
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (event: MessageEvent<Coloured>) => this.finish(event.data.tokens));
    worker.addEventListener('error', () => this.finish([]));
    this.worker = worker;
    return worker;
  }

  private finish(tokens: Token[]): void {
    const job = this.running;
    this.running = null;
    if (job) {
      this.cache.set(job.key, tokens);
      if (this.cache.size > CACHED) {
        const oldest = this.cache.keys().next();
        if (!oldest.done) this.cache.delete(oldest.value);
      }
      for (const done of job.done) done(tokens);
    }
    this.next();
  }
}

let shared: Colourist | null = null;

function tooLarge(text: string): boolean {
  if (text.length > MOST_CHARS) return true;
  const lines = text.split('\n');
  return lines.length > MOST_LINES || lines.some((line) => line.length > LONGEST_LINE);
}

/** Colours an element that holds nothing but the code; returns the way to stop. */
function highlightElement(node: HTMLElement, language: Language | undefined): (() => void) | undefined {
  const text = node.textContent;
  return askColours(text, language, (tokens) => {
    if (tokens.length > 0 && node.textContent === text) node.replaceChildren(coloured(text, tokens));
  });
}

/** Asks for the colours of a text, for those who draw it themselves; returns the way to stop. */
export function askColours(
  text: string,
  language: Language | undefined,
  done: (tokens: Token[]) => void,
): (() => void) | undefined {
  if (language === undefined || text === '' || typeof Worker === 'undefined' || tooLarge(text))
    return undefined;
  shared ??= new Colourist();
  return shared.ask(text, language, done);
}

/** Colours every block of code in rendered Markdown. */
export function highlightIn(node: HTMLElement): () => void {
  const stops = [...node.querySelectorAll<HTMLElement>('code[data-lang]')].map((code) =>
    highlightElement(code, languageOf(code.dataset.lang ?? '')),
  );
  return () => {
    for (const stop of stops) stop?.();
  };
}

function coloured(text: string, tokens: Token[]): DocumentFragment {
  const out = document.createDocumentFragment();
  let at = 0;
  for (const token of tokens) {
    const [offset, length] = token;
    if (offset < at) continue;
    if (offset > at) out.append(text.slice(at, offset));
    const span = document.createElement('span');
    span.className = tokenClass(token);
    span.textContent = text.slice(offset, offset + length);
    out.append(span);
    at = offset + length;
  }
  out.append(text.slice(at));
  return out;
}
