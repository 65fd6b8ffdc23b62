import { mount } from 'svelte';
import './styles/base.css';
import './styles/tokens.css';
import './styles/layers.css';
import './styles/boxes.css';
import './styles/shared.css';
import './styles/prose.css';
import './styles/code.css';
import App from './window/App.svelte';
import type { Backend } from './lib/backend/backend';
import { wailsBackend } from './lib/backend/wails';
import { nextTask } from './lib/frames';
import { language } from './lib/locale';

async function chooseBackend(): Promise<Backend> {
  // Only in development and in the fake build: the released window has no fake backend.
  if (import.meta.env.DEV || import.meta.env.MODE === 'fake') {
    const params = new URLSearchParams(location.search);
    if (params.has('fake')) {
      const { fakeBackend } = await import('./lib/backend/fake');
      const theme = params.get('theme') === 'dark' ? 'dark' : 'light';
      return fakeBackend({
        delay: Number(params.get('delay') ?? 0),
        demo: params.has('demo'),
        settings: { theme },
      });
    }
  }
  return wailsBackend();
}

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no place for the window');
// For screen readers, and for the shapes of Chinese characters.
document.documentElement.lang = language;
const backend = await chooseBackend();
// Scripts are evaluated in this task, the panes are created in the next one, and their first list in another.
await nextTask();
mount(App, { target, props: { backend } });
