/** Calls `then` after the current layout was painted; returns a function that cancels it. */
export function whenDrawn(then: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(then)));
  return () => cancelAnimationFrame(frame);
}

/** Resolves in a new task, so that painting and input are handled first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
