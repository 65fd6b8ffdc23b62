import type { ComparedSide, FileFigure } from '../../lib/backend/types';
import { count, duration, plural, thousands } from '../../lib/text';
import { sideBySide } from './compare';
import type { Compared } from './compare.svelte';

/** How many calls of a side failed. */
export const failures = (side: ComparedSide): number => side.tools.reduce((n, tool) => n + tool.failed, 0);

/** The figures of both sides, as they stand beside each other. */
export function figures(sides: readonly ComparedSide[]): { name: string; values: string[] }[] {
  const row = (name: string, value: (side: ComparedSide) => string) => ({
    name,
    values: sides.map(value),
  });
  const spent = ({ tokens }: ComparedSide) => thousands(tokens.in + tokens.out);
  const byAgents = ({ agentTokens }: ComparedSide) => agentTokens.in + agentTokens.out;
  return [
    row('Turns', (side) => count(side.turnCount)),
    row('Tokens', (side) =>
      byAgents(side) > 0 ? `${spent(side)}, ${thousands(byAgents(side))} of them by agents` : spent(side),
    ),
    row('Time', (side) => (side.ms > 0 ? duration(side.ms) : '–')),
    row('Calls', (side) => {
      const calls = count(side.tools.reduce((n, tool) => n + tool.count, 0));
      return failures(side) > 0 ? `${calls}, ${count(failures(side))} failed` : calls;
    }),
    row('Files edited', (side) => count(side.files.filter((file) => file.writes > 0).length)),
  ];
}

/** What a side did to a file. */
export function touched(file: FileFigure | undefined): string {
  if (!file) return '–';
  const { writes, reads } = file;
  const done = [writes > 0 ? plural(writes, 'edit') : '', reads > 0 ? plural(reads, 'read') : ''];
  return done.filter((said) => said !== '').join(', ');
}

/** Fences that nothing in a text closes. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}\n${text}\n${marks}`;
}

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

/** The comparison as Markdown. What was said stands as it was written, in fences. */
export function comparedText(result: Compared, titles: readonly [string, string]): string {
  const [one, two] = titles.map(inCell);
  const table = (head: string, rows: readonly { name: string; values: readonly string[] }[]) =>
    [
      `| ${head} | ${one ?? ''} | ${two ?? ''} |`,
      '|---|---|---|',
      ...rows.map(({ name, values }) => `| ${[name, ...values].map(inCell).join(' | ')} |`),
    ].join('\n');
  const parts = ['# Two branches compared'];
  parts.push(
    result.common === 0
      ? 'They have nothing in common.'
      : `${plural(result.common, 'turn')} in common, up to:\n\n${fenced(result.text)}`,
  );
  parts.push(table('', figures(result.sides)));
  const files = sideBySide(result.sides[0].files, result.sides[1].files, (file) => file.path);
  if (files.length > 0) {
    const rows = files.map(({ name, sides }) => ({
      name: `\`${name}\``,
      values: sides.map(touched),
    }));
    parts.push(`## Files\n\n${table('File', rows)}`);
  }
  for (const [i, side] of result.sides.entries()) {
    const answer = result.answers[i] ?? '';
    const asked = side.turns.map(({ number, text }) => `${String(number)}. ${inCell(text || 'Untitled')}`);
    parts.push(`## ${titles[i] ?? ''}\n\n\`${side.session}\``);
    if (asked.length > 0) parts.push(asked.join('\n'));
    const failed = (result.failed[i] ?? []).map(({ label }) => `- ${inCell(label)}`);
    if (failed.length > 0) parts.push(`### What failed\n\n${failed.join('\n')}`);
    if (answer !== '') parts.push(`### What it came to\n\n${fenced(answer)}`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** What one branch found, to be told to the other. */
export function asPrompt(result: Compared, from: 0 | 1): string {
  const side = result.sides[from];
  const written = side.files.filter((file) => file.writes > 0).map((file) => `- ${file.path}`);
  const asked = side.turns.map(({ text }) => `- ${text || 'Untitled'}`);
  const parts = ['In another branch of this conversation this was tried:', asked.join('\n')];
  if (written.length > 0) parts.push(`It changed these files there, not here:\n${written.join('\n')}`);
  const answer = result.answers[from];
  if (answer !== '') parts.push(`It came to:\n\n${answer}`);
  parts.push('Take what is useful of it into account here.');
  return parts.filter((part) => part !== '').join('\n\n');
}
