import type { Json, ToolCall } from '../../lib/backend/types';
import { diffStat, hunksBetween, hunksOf } from '../../lib/diff/patch';
import { locale } from '../../lib/locale';
import { m } from '../../lib/messages';
import { bytes, firstLine, listed, shortPath, toolName, unmarked } from '../../lib/text';
import { statusName } from './status';

/** The parts of a collapsed tool line: icon, verb, target, and a short result. */
export type ToolIcon =
  'file' | 'edit' | 'terminal' | 'search' | 'agent' | 'todo' | 'web' | 'question' | 'plan' | 'plug' | 'tool';

export interface ResultPart {
  text: string;
  tone?: 'good' | 'bad' | 'muted';
}

export interface ToolLine {
  icon: ToolIcon;
  verb: string;
  target: string;
  /** Replaces the target while the card, which shows it, is expanded. */
  about?: string;
  /** Paths are truncated at the beginning. */
  path: boolean;
  result: ResultPart[];
  ms: number | null;
}

export function str(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function num(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

export function obj(value: Json | undefined): Record<string, Json> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function describeTool(tool: ToolCall, started: string, project: string): ToolLine {
  const line = toolLine(tool, project);
  if (tool.status === 'missing') line.result = [{ text: m.word_no_result(), tone: 'muted' }];
  else if (tool.status === 'error' && !line.result.some((p) => p.tone === 'bad')) {
    line.result = [{ text: tool.denied ? m.word_denied() : errorWord(tool.result), tone: 'bad' }];
  }
  if (tool.said) line.result = [{ text: m.tool_denied_said({ text: firstLine(tool.said) }), tone: 'bad' }];
  const span = Date.parse(tool.resultTime ?? '') - Date.parse(started);
  line.ms =
    num(obj(tool.detail).totalDurationMs) ?? num(obj(tool.detail).durationMs) ?? (span > 0 ? span : null);
  return line;
}

function errorWord(result: string): string {
  if (/doesn't want to (proceed|take)|user (rejected|denied)|was rejected/i.test(result))
    return m.word_denied();
  if (/interrupted by user/i.test(result)) return m.tool_interrupted();
  const exit = /exit code (\d+)/i.exec(result);
  if (exit) return m.word_exit_code({ code: exit[1] ?? '' });
  if (/timed? ?out/i.test(result)) return m.tool_timed_out();
  return m.word_failed();
}

function make(
  icon: ToolIcon,
  verb: string,
  target: string,
  result: ResultPart[] = [],
  path = false,
): ToolLine {
  return { icon, verb, target, path, result, ms: null };
}

function toolLine(tool: ToolCall, project: string): ToolLine {
  const { input, name } = tool;
  const detail = obj(tool.detail);
  const path = shortPath(str(input.file_path) || str(input.path) || str(input.notebook_path), project);
  switch (name) {
    case 'Read':
    case 'NotebookRead':
      return make('file', m.tool_read(), path, readResult(detail, input), true);
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return make('edit', m.tool_edit(), path, editResult(tool), true);
    case 'Write':
      return make('edit', m.tool_write(), path, writeResult(tool), true);
    case 'Bash':
    case 'PowerShell':
      return {
        ...make('terminal', name, commandTarget(str(input.command)), bashResult(tool, detail)),
        about: str(input.description),
      };
    case 'BashOutput':
    case 'TaskOutput':
      return make(
        'terminal',
        m.word_output(),
        str(input.bash_id) || str(input.task_id) || str(input.shell_id),
        exitOf(num(detail.exitCode) ?? num(obj(detail.task).exitCode)),
      );
    case 'KillBash':
    case 'KillShell':
    case 'TaskStop':
      return make('terminal', m.word_stop(), str(input.shell_id) || str(input.task_id));
    case 'Grep':
      return make('search', 'Grep', str(input.pattern), grepResult(detail));
    case 'Glob':
      return make('search', 'Glob', str(input.pattern), countResult(num(detail.numFiles), m.count_files));
    case 'LS':
      return make('search', m.tool_list(), path, [], true);
    case 'Task':
    case 'Agent': {
      const type = str(input.subagent_type);
      const task = str(input.description);
      return make('agent', m.word_agent(), type === '' ? task : m.thread_agent_title({ type, task }));
    }
    case 'TodoWrite':
      return make('todo', m.tool_plan(), todoTarget(detail, input), []);
    case 'TaskCreate':
      return make(
        'todo',
        m.tool_new_task(),
        str(input.subject) || str(input.title) || str(obj(detail.task).subject),
      );
    case 'TaskUpdate':
      return make('todo', m.word_task(), `#${str(input.taskId)}`, taskResult(tool, detail));
    case 'TaskGet':
      return make('todo', m.word_task(), `#${str(input.taskId)}`, [], false);
    case 'TaskList':
      return make('todo', m.word_tasks(), '', countResult(list(detail.tasks).length, m.tool_tasks_count));
    case 'WebFetch':
      return make('web', m.tool_fetch(), str(input.url), fetchResult(detail));
    case 'WebSearch': {
      const pages = list(detail.results).flatMap((r) => list(obj(r).content)).length;
      return make(
        'web',
        m.tool_search(),
        str(input.query),
        pages > 0 ? countResult(pages, m.tool_pages) : [],
      );
    }
    case 'LSP':
      return make(
        'search',
        str(input.operation) || 'LSP',
        shortPath(str(input.filePath), project),
        countResult(num(detail.resultCount), m.tool_results),
        true,
      );
    case 'AskUserQuestion':
      return make('question', m.tool_ask(), str(obj(list(input.questions)[0]).question), []);
    case 'ExitPlanMode':
    case 'exit_plan_mode':
      return make('plan', m.tool_plan(), unmarked(firstLine(str(input.plan))), [
        tool.status === 'error'
          ? { text: m.tool_not_approved(), tone: 'bad' }
          : { text: m.tool_approved(), tone: 'good' },
      ]);
    case 'Skill':
      return make('tool', m.tool_skill(), str(input.skill) || str(input.command) || str(detail.commandName));
    case 'Workflow':
      return make(
        'agent',
        m.word_workflow(),
        tool.workflow?.summary ?? tool.workflow?.name ?? (str(input.name) || str(input.scriptPath)),
        workflowResult(tool),
      );
    case '(agent)':
    case '(workflow agent)':
      return make('agent', m.word_agent(), '');
    case '(internal agent)':
      return make('agent', m.tool_internal_agent(), '');
    case '(result without a call)':
      return make('tool', m.tool_stray_result(), firstLine(tool.result));
    case '(unattached agent)':
      return make('agent', m.tool_unattached_agent(), str(input.description));
  }
  const display = toolName(name);
  return make(display === name ? 'tool' : 'plug', display, firstText(input));
}

/** The part of a command that only sets a directory or a variable. */
const SET_UP =
  /(?:cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)|(?:export\s+)?\w+=(?:"[^"]*"|'[^']*'|\$\([^()]*\)|[^\s;&|]*))/
    .source;
const SETS_UP_FIRST = new RegExp(`^(?:${SET_UP}\\s*(?:&&|;)\\s*)+`);
const ONLY_SETS_UP = new RegExp(`^${SET_UP}$`);

/** A line that needs the next one: it ends with an open quote or a here-document. */
const OPENS_TEXT = /(?:[\s=(]["']|\s-\s*<<-?\s*["']?\w+["']?)$/;

/** Returns the effective part of a command, without its setup. The engine does the same for failed calls. */
function commandTarget(command: string): string {
  let said = '';
  for (const text of command.trim().split('\n')) {
    const whole = text.trim();
    if (said !== '' && whole !== '') return `${said} ${whole}`;
    const line = whole.replace(SETS_UP_FIRST, '');
    if (line === '' || line.startsWith('#') || ONLY_SETS_UP.test(line)) continue;
    if (!OPENS_TEXT.test(line)) return line;
    said = line;
  }
  return said === '' ? firstLine(command) : said;
}

/** Returns the first input that fits in a line. */
function firstText(input: Record<string, Json>): string {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value !== '') return firstLine(value);
  }
  return '';
}

function countResult(count: number | null, message: (of: { count: number }) => string): ResultPart[] {
  return count === null ? [] : [{ text: message({ count }) }];
}

function readResult(detail: Record<string, Json>, input: Record<string, Json>): ResultPart[] {
  const file = obj(detail.file);
  const lines = num(file.numLines);
  const start = num(file.startLine) ?? num(input.offset);
  if (lines === null) return detail.type === 'image' ? [{ text: m.word_image() }] : [];
  if (start !== null && start > 1) return [{ text: m.tool_lines({ from: start, to: start + lines - 1 }) }];
  return [{ text: m.count_lines({ count: lines }) }];
}

export function hunksOfTool(tool: ToolCall) {
  const recorded = hunksOf(obj(tool.detail).structuredPatch);
  if (recorded.length > 0) return recorded;
  if (tool.name === 'MultiEdit') {
    return list(tool.input.edits).flatMap((e) =>
      hunksBetween(str(obj(e).old_string), str(obj(e).new_string)),
    );
  }
  if (tool.name === 'Write') return [];
  return hunksBetween(str(tool.input.old_string), str(tool.input.new_string));
}

function stat(tool: ToolCall): ResultPart[] {
  const { added, removed } = diffStat(hunksOfTool(tool));
  const out: ResultPart[] = [];
  if (added > 0) out.push({ text: `+${added}`, tone: 'good' });
  if (removed > 0) out.push({ text: `−${removed}`, tone: 'bad' });
  return out;
}

function editResult(tool: ToolCall): ResultPart[] {
  if (tool.status !== 'ok') return [];
  return stat(tool);
}

function writeResult(tool: ToolCall): ResultPart[] {
  if (tool.status !== 'ok') return [];
  const patched = stat(tool);
  if (patched.length > 0) return patched;
  const lines = str(tool.input.content).replace(/\n$/, '').split('\n').length;
  return [{ text: `+${lines}`, tone: 'good' }];
}

function bashResult(tool: ToolCall, detail: Record<string, Json>): ResultPart[] {
  if (detail.interrupted === true) return [{ text: m.tool_interrupted(), tone: 'bad' }];
  if (str(detail.backgroundTaskId) !== '' || tool.input.run_in_background === true)
    return [{ text: m.tool_background(), tone: 'muted' }];
  if (tool.status === 'error')
    return [{ text: errorWord(`${tool.result}\n${str(detail.stderr)}`), tone: 'bad' }];
  return [];
}

function exitOf(code: number | null): ResultPart[] {
  if (code === null) return [];
  return [{ text: m.word_exit_code({ code }), tone: code === 0 ? 'muted' : 'bad' }];
}

function taskResult(tool: ToolCall, detail: Record<string, Json>): ResultPart[] {
  const to = str(obj(detail.statusChange).to) || str(tool.input.status);
  return to === '' ? [] : [{ text: statusName(to), tone: to === 'completed' ? 'good' : 'muted' }];
}

function workflowResult({ workflow }: ToolCall): ResultPart[] {
  const status = workflow?.status ?? '';
  if (status === '') return [];
  return [{ text: statusName(status), tone: status === 'completed' ? 'good' : 'bad' }];
}

function fetchResult(detail: Record<string, Json>): ResultPart[] {
  const code = num(detail.code);
  if (code === null) return [];
  return code >= 400 ? [{ text: String(code), tone: 'bad' }] : [{ text: bytes(num(detail.bytes) ?? 0) }];
}

function grepResult(detail: Record<string, Json>): ResultPart[] {
  const lines = num(detail.numLines);
  if (lines !== null && str(detail.mode) === 'content') return [{ text: m.count_matches({ count: lines }) }];
  return countResult(num(detail.numFiles), m.count_files);
}

function todoTarget(detail: Record<string, Json>, input: Record<string, Json>): string {
  const todos = list(detail.newTodos).length > 0 ? list(detail.newTodos) : list(input.todos);
  const done = todos.filter((t) => obj(t).status === 'completed').length;
  const now = todos.map(obj).find((t) => t.status === 'in_progress');
  const progress = m.tool_plan_progress({ done, all: todos.length });
  return now ? `${progress} · ${str(now.activeForm) || str(now.content)}` : progress;
}

type Phrase = (of: { count: number }) => string;

/** Returns the phrase for calls of a tool; undefined for tools that are named. */
function phraseOf(tool: string): Phrase | undefined {
  if (tool === 'Read' || tool === 'NotebookRead') return m.run_read;
  if (tool === 'Bash' || tool === 'PowerShell') return m.run_commands;
  if (tool === 'Grep') return m.run_searches;
  if (tool === 'Glob' || tool === 'LS') return m.run_listings;
  return /^(Todo|Task)/.test(tool) ? m.run_plans : undefined;
}

/** "Bash make test ×5": names a call that is repeated. */
function repeated(tool: ToolCall, times: number, project: string): string {
  const { verb, target } = toolLine(tool, project);
  return `${verb} ${target}`.trimEnd() + ` ×${times}`;
}

/** A call, and whether it has the tool and input of the call before it. */
export interface RunCall {
  tool: ToolCall;
  repeats: boolean;
}

/** "Read 6 files, Bash make test ×5": summarizes a folded run of calls, and names equal ones in a row. */
export function describeRun(calls: readonly RunCall[], project: string): string {
  const counts = new Map<Phrase | string | ToolCall, number>();
  const isRepeat = (i: number) => i > 0 && calls[i]?.repeats === true;
  let first: ToolCall | undefined;
  calls.forEach(({ tool }, i) => {
    if (!isRepeat(i)) first = tool;
    const repeats = isRepeat(i) || isRepeat(i + 1);
    const group = repeats && first ? first : (phraseOf(tool.name) ?? tool.name);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  });
  const parts = [...counts].map(([group, count]) => {
    if (typeof group === 'object') return repeated(group, count, project);
    return typeof group === 'string' ? m.run_tool({ tool: toolName(group), count }) : group({ count });
  });
  const text = listed(parts);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
