import { createContext } from 'svelte';
import type { RawState } from './raw.svelte';
import type { Outside } from '../../outside';

/** What the raw records need of the window. */
export interface RawHost {
  readonly outside: Pick<Outside, 'copyText'>;
  readonly raw: RawState;
}

export const [useHost, provideRaw] = createContext<RawHost>();
