import { getContext, setContext } from 'svelte';

const key = Symbol('opener');

/** Opens a web address, and says so if that fails. */
export type Opener = (url: string) => void;

export function provideOpener(open: Opener): void {
  setContext(key, open);
}

export function useOpener(): Opener {
  return getContext<Opener>(key);
}
