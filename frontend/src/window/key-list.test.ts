import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppState } from '../model/app.svelte';
import { windowCommands } from './commands';
import { AtHand } from '../panes/thread/at-hand';
import { fakeBackend } from '../lib/backend/fake';
import type { Command } from '../lib/keys/registry.svelte';

const GROUPS: Command['group'][] = ['Window', 'Chats', 'Tree', 'Thread', 'Resume'];
const NAMES: Record<string, string> = {
  $mod: 'Ctrl/⌘',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Equal: '+',
  Minus: '-',
};

/** Writes a key for all systems: "$mod+Shift+f" as "Ctrl/⌘ Shift F". */
function written(key: string): string {
  const presses = key.split(' ').map((press) => {
    const parts = press.split('+').map((part) => NAMES[part] ?? part);
    return parts.map((part) => (parts.length > 1 && part.length === 1 ? part.toUpperCase() : part)).join(' ');
  });
  return `\`${presses.join(' ')}\``;
}

function table(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ title, keys }) => `| ${title.replace('…', '')} | ${(keys ?? []).map(written).join(', ')} |`,
  );
  return ['| command | keys |', '|---|---|', ...rows].join('\n');
}

it('lists every command in the README: run with -u to write the list', async () => {
  const app = new AppState(fakeBackend());
  const commands = windowCommands(app, new AtHand(app));
  const sections = GROUPS.map(
    (group) => `### ${group}\n\n${table(commands.filter((command) => command.group === group))}\n`,
  );
  const file = join(import.meta.dirname, '../..', 'README.md');
  const readme = readFileSync(file, 'utf8').replace(
    /(<!-- keys:[^>]*-->\n)[^]*?(<!-- \/keys -->)/,
    (_, open: string, close: string) => `${open}\n${sections.join('\n')}\n${close}`,
  );
  expect(readme).toContain('### Resume');
  await expect(readme).toMatchFileSnapshot(file);
});
