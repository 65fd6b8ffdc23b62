import { createContext } from 'svelte';
import type { ExportState } from '../export/export.svelte';
import type { HealthState } from '../health/health.svelte';
import type { InspectorState } from '../inspector/inspector.svelte';
import type { ResumeState } from '../resume/resume.svelte';
import type { SidebarState } from '../sidebar/sidebar.svelte';
import type { HistoryState } from '../status/history.svelte';
import type { OpenBranch } from './branch.svelte';
import type { Cards } from './cards/cards.svelte';
import type { RowsHost } from './commands';
import type { ResumedState } from './resumed.svelte';
import type { TreeState } from '../tree/tree.svelte';
import type { ChatSummary } from '../../lib/backend/types';
import type { LastPlace } from '../../lastplace';
import type { Layers } from '../../layers.svelte';
import type { Navigator } from '../../navigator.svelte';
import type { Panes } from '../../panes';

/** The parts of the window that the thread uses. */
export interface ThreadHost extends RowsHost {
  readonly branch: OpenBranch;
  readonly cards: Cards;
  readonly chatId: string | null;
  readonly exporting: Pick<ExportState, 'ask'>;
  readonly health: Pick<HealthState, 'show'>;
  readonly history: Pick<HistoryState, 'chooseRoot' | 'none' | 'rescan' | 'state'>;
  readonly inspector: Pick<InspectorState, 'open' | 'toggle'>;
  readonly lastPlace: Pick<LastPlace, 'moved'>;
  readonly layers: Pick<Layers, 'row'>;
  readonly nav: Pick<Navigator, 'mark' | 'openSegment' | 'takeBranch' | 'wish'>;
  readonly onScreen: boolean;
  readonly panes: Pick<Panes, 'focus' | 'giveUp' | 'register'>;
  readonly newest: ChatSummary | undefined;
  readonly resume: Pick<ResumeState, 'open'>;
  readonly resumed: ResumedState;
  readonly shown: Promise<void>;
  readonly sidebar: Pick<SidebarState, 'chats' | 'loaded' | 'titleOf'>;
  readonly tree: Pick<
    TreeState,
    'error' | 'gone' | 'leafCount' | 'loading' | 'rowIdOf' | 'rows' | 'segment' | 'titleOf' | 'tree'
  >;
}

export const [useHost, provideThread] = createContext<ThreadHost>();
