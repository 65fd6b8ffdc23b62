import type { ComparedSide, FileFigure } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { count, duration, listed, thousands } from '../../lib/text';
import { sideBySide } from './compare';
import type { Compared } from './compare.svelte';

/** The number of failed calls of a side. */
export const failures = (side: ComparedSide): number => side.tools.reduce((n, tool) => n + tool.failed, 0);

/** A number of calls, with how many of them failed. */
export const callsOf = (calls: number, failed: number): string =>
  failed > 0 ? m.tree_calls_failed({ calls: count(calls), failed: count(failed) }) : count(calls);

/** The figures of both sides, row by row. */
export function figures(sides: readonly ComparedSide[]): { name: string; values: string[] }[] {
  const row = (name: string, value: (side: ComparedSide) => string) => ({
    name,
    values: sides.map(value),
  });
  // As in threads, outlines and turns: those read from the cache do not count.
  const fresh = (t: ComparedSide['tokens']) => t.in + t.out + t.cacheWrite;
  const spent = ({ tokens }: ComparedSide) => thousands(fresh(tokens));
  const byAgents = ({ agentTokens }: ComparedSide) => fresh(agentTokens);
  return [
    row(m.word_turns(), (side) => count(side.turnCount)),
    row(m.word_new_tokens(), (side) =>
      byAgents(side) > 0
        ? m.tree_tokens_agents({ total: spent(side), agents: thousands(byAgents(side)) })
        : spent(side),
    ),
    row(m.tree_compare_time(), (side) => (side.ms > 0 ? duration(side.ms) : '–')),
    row(m.tree_compare_calls(), (side) =>
      callsOf(
        side.tools.reduce((n, tool) => n + tool.count, 0),
        failures(side),
      ),
    ),
    row(m.tree_compare_edited(), (side) => count(side.files.filter((file) => file.writes > 0).length)),
  ];
}

/** How often a side edited and read a file. */
export function touched(file: FileFigure | undefined): string {
  if (!file) return '–';
  const { writes, reads } = file;
  return listed([
    ...(writes > 0 ? [m.tree_edits({ count: writes })] : []),
    ...(reads > 0 ? [m.tree_reads({ count: reads })] : []),
  ]);
}

/** Wraps a text in a fence that nothing in it closes. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}\n${text}\n${marks}`;
}

const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

/** Renders the comparison as Markdown; prompts and answers are verbatim, in fences. */
export function comparedText(result: Compared, titles: readonly [string, string]): string {
  const [one, two] = titles.map(inCell);
  const table = (head: string, rows: readonly { name: string; values: readonly string[] }[]) =>
    [
      `| ${head} | ${one ?? ''} | ${two ?? ''} |`,
      '|---|---|---|',
      ...rows.map(({ name, values }) => `| ${[name, ...values].map(inCell).join(' | ')} |`),
    ].join('\n');
  const parts = [`# ${m.tree_doc_title()}`];
  parts.push(
    result.common === 0
      ? m.tree_compare_no_shared()
      : `${m.tree_doc_shared({ count: result.common })}\n\n${fenced(result.text)}`,
  );
  parts.push(table('', figures(result.sides)));
  const files = sideBySide(result.sides[0].files, result.sides[1].files, (file) => file.path);
  if (files.length > 0) {
    const rows = files.map(({ name, sides }) => ({
      name: `\`${name}\``,
      values: sides.map(touched),
    }));
    parts.push(`## ${m.word_files()}\n\n${table(m.word_file(), rows)}`);
  }
  for (const [i, side] of result.sides.entries()) {
    const answer = result.answers[i] ?? '';
    const asked = side.turns.map(
      ({ number, text }) => `${String(number)}. ${inCell(text || m.chat_untitled())}`,
    );
    parts.push(`## ${titles[i] ?? ''}\n\n\`${side.session}\``);
    if (asked.length > 0) parts.push(asked.join('\n'));
    const failed = (result.failed[i] ?? []).map(({ label }) => `- ${inCell(label)}`);
    if (failed.length > 0) parts.push(`### ${m.tree_compare_failures()}\n\n${failed.join('\n')}`);
    if (answer !== '') parts.push(`### ${m.tree_doc_result()}\n\n${fenced(answer)}`);
  }
  return `${parts.join('\n\n')}\n`;
}

/** The result of one branch as a prompt for the other one. */
export function asPrompt(result: Compared, from: 0 | 1): string {
  const side = result.sides[from];
  const written = side.files.filter((file) => file.writes > 0).map((file) => `- ${file.path}`);
  const asked = side.turns.map(({ text }) => `- ${text || m.chat_untitled()}`);
  const parts = [m.tree_prompt_tried(), asked.join('\n')];
  if (written.length > 0) parts.push(`${m.tree_prompt_files()}\n${written.join('\n')}`);
  const answer = result.answers[from];
  if (answer !== '') parts.push(`${m.tree_prompt_result()}\n\n${answer}`);
  parts.push(m.tree_prompt_use());
  return parts.filter((part) => part !== '').join('\n\n');
}
