import { createContext } from 'svelte';
import type { RawState } from './raw.svelte';
import type { Outside } from '../../outside';

/** The parts of the window that raw records use. */
export interface RawHost {
  readonly outside: Pick<Outside, 'copyText'>;
  readonly raw: RawState;
}

export const [useHost, provideRaw] = createContext<RawHost>();
