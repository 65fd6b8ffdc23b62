import { m } from '../messages';
import { duration } from '../text';
import { BackendError } from './backend';
import type { ErrorCode } from './types';

const codes: ReadonlySet<string> = new Set(['not-found', 'bad-request', 'unreadable', 'internal']);

/**
 * Adds a timeout to a bound method: a Go method that dies leaves its promise pending for ever. Every
 * rejection becomes a BackendError.
 */
export async function call<T>(name: string, promise: Promise<T>, timeoutMs = 10_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BackendError('timeout', m.error_timeout({ name, time: duration(timeoutMs) })));
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
  return new BackendError('internal', typeof error === 'string' ? error : m.error_unknown());
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface ErrorBody {
  error?: { code?: unknown; message?: unknown };
}

async function failure(response: Response): Promise<BackendError> {
  let message: string = m.error_status({ status: `${response.status} ${response.statusText}`.trim() });
  let code: ErrorCode = response.status === 404 ? 'not-found' : 'internal';
  try {
    const body = (await response.json()) as ErrorBody;
    if (typeof body.error?.message === 'string') message = body.error.message;
    if (typeof body.error?.code === 'string' && codes.has(body.error.code))
      code = body.error.code as ErrorCode;
  } catch {
    // Not JSON of the engine: only the status line is known.
  }
  return new BackendError(code, message);
}

/**
 * Fetches from the asset server and reads the whole response, with a timeout besides the caller's
 * signal. A response that cannot be parsed is an error like any other.
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
    if (limit.signal.aborted)
      throw new BackendError('timeout', m.error_no_response({ time: duration(timeoutMs) }));
    if (error instanceof BackendError) throw error;
    if (error instanceof SyntaxError) throw new BackendError('internal', m.error_invalid());
    throw new BackendError('unreachable', m.error_unreachable());
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
