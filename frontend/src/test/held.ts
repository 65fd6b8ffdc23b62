import { vi } from 'vitest';
import { type Backend, BackendError } from '../lib/backend/backend';
import type { ErrorCode } from '../lib/backend/types';

/** The methods of a backend. */
type Asked = {
  [K in keyof Backend]: Backend[K] extends (...args: never[]) => Promise<unknown> ? K : never;
}[keyof Backend];
type Args<K extends Asked> = Parameters<Backend[K]>;
type Value<K extends Asked> = Awaited<ReturnType<Backend[K]>>;

/** Whatever was answered has been heard. */
export async function settled(): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1);
  else await new Promise((done) => setTimeout(done, 1));
}

/**
 * Holds back the answers to one kind of question until a test says so, in whatever order, and whether
 * or not somebody still waits for them: an engine is slow to hear that a question was left.
 */
export function held<K extends Asked>(backend: Backend, name: K) {
  const methods = backend as unknown as Record<K, (...args: unknown[]) => Promise<Value<K>>>;
  const real = methods[name].bind(backend);
  const questions: {
    args: Args<K>;
    answer: (value?: Value<K>) => Promise<void>;
    fail: (why: string, code?: ErrorCode) => Promise<void>;
  }[] = [];
  methods[name] = (...args) =>
    new Promise((resolve, reject) => {
      // What it was left by is not passed on: the answer comes all the same.
      const plain = args.map((arg) => (arg instanceof AbortSignal ? undefined : arg));
      questions.push({
        args: args as Args<K>,
        answer: async (value) => {
          if (value !== undefined) resolve(value);
          else real(...plain).then(resolve, reject);
          await settled();
        },
        fail: async (why, code = 'unreadable') => {
          reject(new BackendError(code, why));
          await settled();
        },
      });
    });
  return {
    /** How often it was asked. */
    get asked(): number {
      return questions.length;
    },
    /** The question that was asked first, second, … from 0; the last one with -1. */
    at(i: number) {
      const question = questions.at(i);
      if (!question) throw new Error(`${name} was asked ${questions.length} times`);
      return question;
    },
    /** It is answered at once from now on. */
    free(): void {
      methods[name] = real;
    },
  };
}
