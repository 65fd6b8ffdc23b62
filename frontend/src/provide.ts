import { AppState } from './app.svelte';
import { provideExport } from './features/export/host';
import { provideHealth } from './features/health/host';
import { provideInspector } from './features/inspector/host';
import { provideOutline } from './features/outline/host';
import { provideRaw } from './features/raw/host';
import { provideResume } from './features/resume/host';
import { provideSearch } from './features/search/host';
import { provideSettings } from './features/settings/host';
import { provideSidebar } from './features/sidebar/host';
import { provideStatus } from './features/status/host';
import { provideThread } from './features/thread/host';
import { provideTimeline } from './features/timeline/host';
import { provideTree } from './features/tree/host';
import type { Backend } from './lib/backend/backend';

/** Creates a window and provides it to every feature. Must be called while a component initialises. */
export function provideApp(backend: Backend): AppState {
  const app = new AppState(backend);
  provideExport(app);
  provideHealth(app);
  provideInspector(app);
  provideOutline(app);
  provideRaw(app);
  provideResume(app);
  provideSearch(app);
  provideSettings(app);
  provideSidebar(app);
  provideStatus(app);
  provideThread(app);
  provideTimeline(app);
  provideTree(app);
  return app;
}
