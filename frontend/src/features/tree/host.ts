import { createContext } from 'svelte';
import type { ResumeState } from '../resume/resume.svelte';
import type { SettingsState } from '../settings/settings.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { OpenBranch } from '../thread/branch.svelte';
import type { FindState } from '../thread/find.svelte';
import type { ResumedState } from '../thread/resumed.svelte';
import type { ThreadState } from '../thread/thread.svelte';
import type { CompareState } from './compare.svelte';
import type { TreeState } from './tree.svelte';
import type { Layers } from '../../layers.svelte';
import type { LayoutState } from '../../layout.svelte';
import type { Backend } from '../../lib/backend/backend';
import type { Navigator } from '../../navigator.svelte';
import type { Outside } from '../../outside';
import type { Panes } from '../../panes';

/** The parts of the window that the tree uses. */
export interface TreeHost {
  readonly backend: Backend;
  readonly branch: Pick<OpenBranch, 'leaf'>;
  readonly chatId: string | null;
  readonly compare: CompareState;
  readonly find: Pick<FindState, 'open' | 'rows'>;
  readonly layers: Pick<Layers, 'session'>;
  readonly layout: Pick<LayoutState, 'tree'>;
  readonly nav: Pick<Navigator, 'openRow' | 'openSegment' | 'rest' | 'retry' | 'walk' | 'wish'>;
  readonly outside: Pick<Outside, 'copyText'>;
  readonly panes: Pick<Panes, 'focus' | 'register'>;
  readonly resume: Pick<ResumeState, 'ask'>;
  readonly resumed: Pick<ResumedState, 'found' | 'mark'>;
  readonly say: (message: string) => void;
  readonly settings: Pick<SettingsState, 'set' | 'theme' | 'value'>;
  readonly shown: Promise<void>;
  readonly sidebar: Pick<SidebarState, 'byId' | 'chats' | 'titleOf'>;
  readonly thread: Pick<ThreadState, 'skeleton' | 'starts'>;
  readonly tree: TreeState;
}

export const [useHost, provideTree] = createContext<TreeHost>();
