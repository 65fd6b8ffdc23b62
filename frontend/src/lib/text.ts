import type { Retention } from './backend/types';
import { locale } from './locale';
import { m } from './messages';

/** Formats numbers, sizes and names, all short. */

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const money = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
});
const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

export function count(n: number): string {
  return whole.format(n);
}

/** 0.34 is "34%". */
export function percent(share: number): string {
  return percents.format(share);
}

const lists = new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' });

/** "a, b, c" as the language writes a list. */
export function listed(parts: readonly string[]): string {
  return lists.format(parts);
}

/** "Claude Code keeps sessions for 30 days (default)". */
export const keptFor = ({ days, scope, file = '' }: Retention): string => m.retention({ days, scope, file });

/** How many lines to show if `most` are enough: up to three more, for a button would be as long. */
export function shownOf(lines: number, most: number): number {
  return lines <= most + 3 ? lines : most;
}

/** The chat's name. A chat without prompts may consist of agents whose session was deleted. */
export function chatName(chat: { title: string; turns: number; agents: number }): string {
  if (chat.title !== '') return chat.title;
  return chat.turns === 0 && chat.agents > 0 ? m.chat_agents_only() : m.chat_untitled();
}

export function bytes(n: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let at = 0;
  let value = n;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at++;
  }
  const digits = value >= 10 || at === 0 ? 0 : 1;
  return `${(digits === 0 ? whole : tenths).format(value)} ${units[at] ?? ''}`;
}

/** US dollars, to the cent; less is "< $0.01". */
export function dollars(n: number): string {
  return n > 0 && n < 0.005 ? `< ${money.format(0.01)}` : money.format(n);
}

/** 18240 is "18.2k", 156000 is "156k". */
export function thousands(n: number): string {
  if (n < 1000) return String(n);
  if (n < 99_950) return `${short.format(n / 1000)}k`;
  if (n < 999_500) return `${Math.round(n / 1000)}k`;
  return `${short.format(n / 1_000_000)}M`;
}

export function duration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '';
  if (ms < 950) return m.duration_ms({ n: Math.round(ms) });
  if (ms < 9_950) return m.duration_s({ n: short.format(ms / 1000) });
  const s = Math.round(ms / 1000);
  if (s < 60) return m.duration_s({ n: s });
  const minutes = Math.floor(s / 60);
  if (minutes < 60)
    return s % 60 === 0 ? m.word_n_m({ n: minutes }) : m.duration_m_s({ minutes, seconds: s % 60 });
  const hours = Math.floor(minutes / 60);
  if (hours < 24)
    return minutes % 60 === 0 ? m.word_n_h({ n: hours }) : m.duration_h_m({ hours, minutes: minutes % 60 });
  return m.word_n_d({ n: Math.floor(hours / 24) });
}

/** "mcp__github__get_issue", a tool of a server, is "github · get_issue". */
export function toolName(name: string): string {
  return name.replace(/^mcp__(.+?)__(.+)$/s, '$1 · $2');
}

/** "claude-opus-4-5-20251101" is "opus 4.5". */
export function modelName(model: string): string {
  const bare = model
    .replace(/^claude-/, '')
    .replace(/-\d{8}$/, '')
    .replace(/\[.*\]$/, '');
  const newer = /^([a-z]+)-(\d+)(?:-(\d+))?$/.exec(bare);
  if (newer) return `${newer[1] ?? ''} ${newer[2] ?? ''}${newer[3] ? `.${newer[3]}` : ''}`;
  const older = /^(\d+)(?:-(\d+))?-([a-z]+)$/.exec(bare);
  if (older) return `${older[3] ?? ''} ${older[1] ?? ''}${older[2] ? `.${older[2]}` : ''}`;
  return bare;
}

/** Truncates an id, and keeps the number of a copy. */
export function shortId(id: string): string {
  const copy = copyNumber(id);
  return (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id.slice(0, 16)) + copy;
}

/** "~2" of a copy's id: another file with the same session id is the primary one. '' for other ids. */
function copyNumber(id: string): string {
  return /^[0-9a-f-]{36}(~\d+)$/.exec(id)?.[1] ?? '';
}

/** The session id that Claude knows: copies of a session share it. */
export function clientId(id: string): string {
  return id.slice(0, id.length - copyNumber(id).length);
}

/** Truncates a long path in the middle. */
export function middle(text: string, max = 64): string {
  if (text.length <= max) return text;
  const tail = Math.ceil(max * 0.62);
  return `${text.slice(0, max - tail - 1)}…${text.slice(text.length - tail)}`;
}

/** The first line that is not blank. */
export function firstLine(text: string): string {
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed !== '') return trimmed;
  }
  return '';
}

/** Strips Markdown's inline marks from a line that is shown as plain text. */
export function unmarked(line: string): string {
  return line.replace(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1').replace(/`|\*\*|^#+ +/g, '');
}

/** Cuts text into plain and marked pieces by half-open rune ranges. */
export function marked(
  text: string,
  ranges: readonly (readonly [number, number])[],
): { text: string; hit: boolean }[] {
  const runes = [...text];
  const out: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (to <= at || from >= runes.length) continue;
    if (from > at) out.push({ text: runes.slice(at, from).join(''), hit: false });
    out.push({ text: runes.slice(Math.max(from, at), to).join(''), hit: true });
    at = to;
  }
  if (at < runes.length) out.push({ text: runes.slice(at).join(''), hit: false });
  return out;
}

/** Makes a path relative to its project, with the separators of any system. */
export function shortPath(path: string, project: string): string {
  const base = project.replace(/[\\/]+$/, '');
  if (base === '' || !path.startsWith(base)) return path;
  if (path === base) return '.';
  return /[\\/]/.test(path.charAt(base.length)) ? path.slice(base.length + 1) : path;
}
