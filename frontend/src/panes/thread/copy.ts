import type { Backend } from '../../lib/backend/backend';
import type { Row, ToolRow } from '../../lib/backend/types';
import { m } from '../../lib/messages';
import { toolName } from '../../lib/text';
import { isUnrecorded } from '../../model/thread/display';
import { Outputs } from './outputs';
import { senderTitle } from '../../model/thread/sender';
import type { Gap, Part } from './selection';

/** Maximum number of rows in one copy; larger amounts are left to the export. */
export const MOST = 2_000;

/** Returns the text in a code fence longer than any fence inside it. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Returns a row as Markdown; its texts must be complete. */
export function rowMarkdown(row: Row): string {
  if (row.kind !== 'tool') return row.kind === 'notice' ? fenced(row.text) : row.text;
  const { tool } = row;
  const { command } = tool.input;
  const input =
    typeof command === 'string' ? fenced(command, 'sh') : fenced(JSON.stringify(tool.input, null, 2), 'json');
  const parts = [`**${toolName(tool.name)}**`, input];
  if (tool.result !== '') parts.push(fenced(tool.result));
  return parts.join('\n\n');
}

/** Returns the heading over a row in copied Markdown. Only what a person typed here is "You". */
function speakerOf(row: Row): string {
  return 'from' in row && row.from ? senderTitle(row.from) : SPEAKERS[row.kind]();
}

const SPEAKERS = {
  prompt: m.thread_speaker_you,
  message: m.thread_sender_other,
  command: m.thread_speaker_you,
  reply: () => 'Claude',
  thinking: m.thread_speaker_thinking,
  tool: () => 'Claude',
  compaction: m.word_summary,
  notice: m.thread_speaker_notice,
} as const;

/** Returns rows as Markdown, with a heading wherever the speaker changes. */
export function rowsMarkdown(rows: readonly Row[]): string {
  return spoken(rows.map((row) => ({ row, text: rowMarkdown(row) })));
}

function spoken(said: readonly { row: Row; text: string }[]): string {
  let speaker = '';
  return said
    .filter(({ row }) => !isUnrecorded(row))
    .flatMap(({ row, text }) => {
      const own = speakerOf(row);
      const heading = own === speaker ? [] : [`### ${own}`];
      speaker = own;
      return [...heading, text];
    })
    .join('\n\n');
}

/** Returns a selection as Markdown: whole rows with their full texts, partial rows as selected. */
export async function partsMarkdown(
  backend: Backend,
  session: string,
  parts: readonly (Part | Gap)[],
  read: ReadRows,
  outputs = new Outputs(),
): Promise<string> {
  const [only] = parts;
  if (parts.length === 1 && only && 'text' in only) return only.text;
  const said: { row: Row; text: string }[] = [];
  // In order: the output budget is spent on the first outputs.
  for (const part of parts) {
    if ('text' in part) {
      said.push(part);
      continue;
    }
    const rows =
      'from' in part
        ? await rowsBetween(backend, session, read, part.from, part.to, outputs)
        : [await wholeRow(backend, session, part.row, outputs)];
    for (const row of rows) said.push({ row, text: rowMarkdown(row) });
  }
  return spoken(said);
}

/** Returns the row with its full texts, and with an output stored in a file of its own. */
export async function wholeRow(
  backend: Backend,
  session: string,
  row: Row,
  outputs = new Outputs(),
): Promise<Row> {
  const home = row.session ?? session;
  if (row.kind !== 'tool') {
    if (!row.truncated) return row;
    return { ...row, text: await backend.blockText(home, row.uuid, blockOf(row)) };
  }
  return { ...row, tool: await wholeTool(backend, home, row, outputs) };
}

async function wholeTool(
  backend: Backend,
  session: string,
  row: ToolRow,
  outputs: Outputs,
): Promise<ToolRow['tool']> {
  const tool = { ...row.tool };
  if (tool.inputTruncated)
    tool.input = JSON.parse(await backend.blockText(session, row.uuid, blockOf(row))) as typeof tool.input;
  if (tool.spilled !== undefined) tool.result = await outputs.of(backend, session, row);
  else if (tool.truncated && tool.resultUuid !== undefined)
    tool.result = await backend.blockText(session, tool.resultUuid, tool.resultBlock ?? 0);
  return tool;
}

const blockOf = (row: Row) => row.block ?? 0;

type ReadRows = (from: number, count: number) => Promise<{ rows: Row[] }>;

/** Returns the rows in [from, to) as Markdown. */
export async function rangeMarkdown(
  backend: Backend,
  session: string,
  read: ReadRows,
  from: number,
  to: number,
  outputs = new Outputs(),
): Promise<string> {
  return rowsMarkdown(await rowsBetween(backend, session, read, from, to, outputs));
}

async function rowsBetween(
  backend: Backend,
  session: string,
  read: ReadRows,
  from: number,
  to: number,
  outputs: Outputs,
): Promise<Row[]> {
  const rows: Row[] = [];
  const end = Math.min(to, from + MOST);
  while (from + rows.length < end) {
    const at = from + rows.length;
    const page = await read(at, Math.min(100, end - at));
    if (page.rows.length === 0) break;
    for (const row of page.rows) rows.push(await wholeRow(backend, session, row, outputs));
  }
  return rows;
}
