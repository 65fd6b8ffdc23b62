/** Calls then when what is laid out now has been drawn and looked at once; returns the way to stop it. */
export function whenDrawn(then: () => void): () => void {
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(then)));
  return () => cancelAnimationFrame(frame);
}

/** Resolves in a task of its own: what waits to be drawn or heard is not kept waiting by what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
