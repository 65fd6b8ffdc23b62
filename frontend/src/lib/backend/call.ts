import { BackendError } from './backend';
import type { ErrorCode } from './types';

const codes: ReadonlySet<string> = new Set(['not-found', 'bad-request', 'unreadable', 'internal']);

/**
 * Gives a bound method an end. A Go method that dies leaves its promise pending for ever, so
 * every call is bounded, and whatever it rejects with becomes a BackendError.
 */
export async function call<T>(name: string, promise: Promise<T>, timeoutMs = 10_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BackendError('timeout', `${name} did not answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    throw toBackendError(error);
  } finally {
    clearTimeout(timer);
  }
}

export function toBackendError(error: unknown): BackendError | DOMException {
  if (error instanceof BackendError) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (error instanceof Error) return new BackendError('internal', error.message);
  return new BackendError('internal', typeof error === 'string' ? error : 'unknown error');
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface ErrorBody {
  error?: { code?: unknown; message?: unknown };
}

async function failure(response: Response): Promise<BackendError> {
  let message = `the answer was ${response.status} ${response.statusText}`.trim();
  let code: ErrorCode = response.status === 404 ? 'not-found' : 'internal';
  try {
    const body = (await response.json()) as ErrorBody;
    if (typeof body.error?.message === 'string') message = body.error.message;
    if (typeof body.error?.code === 'string' && codes.has(body.error.code))
      code = body.error.code as ErrorCode;
  } catch {
    // Not our JSON: the status line is all there is to say.
  }
  return new BackendError(code, message);
}

/**
 * Fetches from the asset server and reads the answer to its end, with a limit of its own beside the
 * caller's signal. What cannot be read as what it should be is a failure like any other.
 */
export async function get<T>(
  path: string,
  read: (response: Response) => Promise<T>,
  signal?: AbortSignal,
  timeoutMs = 60_000,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const onAbort = () => limit.abort();
  signal?.addEventListener('abort', onAbort);
  try {
    const response = await fetch(path, { signal: limit.signal });
    if (!response.ok) throw await failure(response);
    return await read(response);
  } catch (error) {
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError');
    if (limit.signal.aborted) throw new BackendError('timeout', `no answer within ${timeoutMs / 1000} s`);
    if (error instanceof BackendError) throw error;
    if (error instanceof SyntaxError)
      throw new BackendError('internal', 'the answer could not be understood');
    throw new BackendError('unreachable', 'the engine behind the window does not answer');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return get(path, async (response) => (await response.json()) as T, signal);
}

export function getText(path: string, signal?: AbortSignal): Promise<string> {
  return get(path, (response) => response.text(), signal);
}
