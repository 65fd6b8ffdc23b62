import type { Json, ToolCall } from '../../lib/backend/types';
import { diffStat, hunksBetween, hunksOf } from '../../lib/diff/patch';
import { bytes, firstLine, plural, shortPath, toolName, unmarked } from '../../lib/text';

/** What a closed tool line says: icon, verb, target, and the result in a few words. */
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
  /** What stands there instead while the card, which shows the target, is open. */
  about?: string;
  /** Targets that are paths keep their end in sight. */
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
  if (tool.status === 'missing') line.result = [{ text: 'no result', tone: 'muted' }];
  else if (tool.status === 'error' && !line.result.some((p) => p.tone === 'bad')) {
    line.result = [{ text: tool.denied ? 'denied' : errorWord(tool.result), tone: 'bad' }];
  }
  const span = Date.parse(tool.resultTime ?? '') - Date.parse(started);
  line.ms =
    num(obj(tool.detail).totalDurationMs) ?? num(obj(tool.detail).durationMs) ?? (span > 0 ? span : null);
  return line;
}

function errorWord(result: string): string {
  if (/doesn't want to (proceed|take)|user (rejected|denied)|was rejected/i.test(result)) return 'denied';
  if (/interrupted by user/i.test(result)) return 'interrupted';
  const exit = /exit code (\d+)/i.exec(result);
  if (exit) return `exit ${exit[1] ?? ''}`;
  if (/timed? ?out/i.test(result)) return 'timed out';
  return 'failed';
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
      return make('file', 'Read', path, readResult(detail, input), true);
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return make('edit', 'Edit', path, editResult(tool), true);
    case 'Write':
      return make('edit', 'Write', path, writeResult(tool), true);
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
        'Output',
        str(input.bash_id) || str(input.task_id) || str(input.shell_id),
        exitOf(num(detail.exitCode) ?? num(obj(detail.task).exitCode)),
      );
    case 'KillBash':
    case 'KillShell':
    case 'TaskStop':
      return make('terminal', 'Stop', str(input.shell_id) || str(input.task_id));
    case 'Grep':
      return make('search', 'Grep', str(input.pattern), grepResult(detail));
    case 'Glob':
      return make('search', 'Glob', str(input.pattern), countResult(num(detail.numFiles), 'file'));
    case 'LS':
      return make('search', 'List', path, [], true);
    case 'Task':
    case 'Agent': {
      const type = str(input.subagent_type);
      const what = str(input.description);
      return make('agent', 'Agent', type === '' ? what : `${type}: ${what}`);
    }
    case 'TodoWrite':
      return make('todo', 'Plan', todoTarget(detail, input), []);
    case 'TaskCreate':
      return make(
        'todo',
        'New task',
        str(input.subject) || str(input.title) || str(obj(detail.task).subject),
      );
    case 'TaskUpdate':
      return make('todo', 'Task', `#${str(input.taskId)}`, taskResult(tool, detail));
    case 'TaskGet':
      return make('todo', 'Task', `#${str(input.taskId)}`, [], false);
    case 'TaskList':
      return make('todo', 'Tasks', '', countResult(list(detail.tasks).length, 'task'));
    case 'WebFetch':
      return make('web', 'Fetch', str(input.url), fetchResult(detail));
    case 'WebSearch': {
      const pages = list(detail.results).flatMap((r) => list(obj(r).content)).length;
      return make('web', 'Search', str(input.query), pages > 0 ? countResult(pages, 'page') : []);
    }
    case 'LSP':
      return make(
        'search',
        str(input.operation) || 'LSP',
        shortPath(str(input.filePath), project),
        countResult(num(detail.resultCount), 'result'),
        true,
      );
    case 'AskUserQuestion':
      return make('question', 'Ask', str(obj(list(input.questions)[0]).question), []);
    case 'ExitPlanMode':
    case 'exit_plan_mode':
      return make('plan', 'Plan', unmarked(firstLine(str(input.plan))), [
        tool.status === 'error' ? { text: 'not approved', tone: 'bad' } : { text: 'approved', tone: 'good' },
      ]);
    case 'Skill':
      return make('tool', 'Skill', str(input.skill) || str(input.command) || str(detail.commandName));
    case 'Workflow':
      return make(
        'agent',
        'Workflow',
        tool.workflow?.summary ?? tool.workflow?.name ?? (str(input.name) || str(input.scriptPath)),
        workflowResult(tool),
      );
    case '(agent)':
    case '(workflow agent)':
      return make('agent', 'Agent', '');
    case '(internal agent)':
      return make('agent', 'Internal agent', '');
    case '(result without a call)':
      return make('tool', 'Result without a call', firstLine(tool.result));
    case '(unattached agent)':
      return make('agent', 'Unattached agent', str(input.description));
  }
  const shown = toolName(name);
  return make(shown === name ? 'tool' : 'plug', shown, firstText(input));
}

/** A part of a command that only says where it runs, or what a name stands for. */
const SET_UP =
  /(?:cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)|(?:export\s+)?\w+=(?:"[^"]*"|'[^']*'|\$\([^()]*\)|[^\s;&|]*))/
    .source;
const SETS_UP_FIRST = new RegExp(`^(?:${SET_UP}\\s*(?:&&|;)\\s*)+`);
const ONLY_SETS_UP = new RegExp(`^${SET_UP}$`);

/** Ends a line that says little without the next one: a quote opens there, or a program is given what follows as its input. */
const OPENS_TEXT = /(?:[\s=(]["']|\s-\s*<<-?\s*["']?\w+["']?)$/;

/** What a command does; where it is done stands in the card. The engine says the same of calls that failed. */
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

/** The first input that a person could read in a line. */
function firstText(input: Record<string, Json>): string {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value !== '') return firstLine(value);
  }
  return '';
}

function countResult(n: number | null, one: string): ResultPart[] {
  return n === null ? [] : [{ text: plural(n, one) }];
}

function readResult(detail: Record<string, Json>, input: Record<string, Json>): ResultPart[] {
  const file = obj(detail.file);
  const lines = num(file.numLines);
  const start = num(file.startLine) ?? num(input.offset);
  if (lines === null) return detail.type === 'image' ? [{ text: 'image' }] : [];
  if (start !== null && start > 1) return [{ text: `lines ${start}–${start + lines - 1}` }];
  return [{ text: plural(lines, 'line') }];
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
  if (detail.interrupted === true) return [{ text: 'interrupted', tone: 'bad' }];
  if (str(detail.backgroundTaskId) !== '' || tool.input.run_in_background === true)
    return [{ text: 'in background', tone: 'muted' }];
  if (tool.status === 'error')
    return [{ text: errorWord(`${tool.result}\n${str(detail.stderr)}`), tone: 'bad' }];
  return [];
}

function exitOf(code: number | null): ResultPart[] {
  if (code === null) return [];
  return [{ text: `exit ${code}`, tone: code === 0 ? 'muted' : 'bad' }];
}

function taskResult(tool: ToolCall, detail: Record<string, Json>): ResultPart[] {
  const to = str(obj(detail.statusChange).to) || str(tool.input.status);
  return to === '' ? [] : [{ text: to.replaceAll('_', ' '), tone: to === 'completed' ? 'good' : 'muted' }];
}

function workflowResult({ workflow }: ToolCall): ResultPart[] {
  const status = workflow?.status ?? '';
  if (status === '') return [];
  return [{ text: status.replaceAll('_', ' '), tone: status === 'completed' ? 'good' : 'bad' }];
}

function fetchResult(detail: Record<string, Json>): ResultPart[] {
  const code = num(detail.code);
  if (code === null) return [];
  return code >= 400 ? [{ text: String(code), tone: 'bad' }] : [{ text: bytes(num(detail.bytes) ?? 0) }];
}

function grepResult(detail: Record<string, Json>): ResultPart[] {
  const lines = num(detail.numLines);
  if (lines !== null && str(detail.mode) === 'content') return [{ text: plural(lines, 'match', 'matches') }];
  return countResult(num(detail.numFiles), 'file');
}

function todoTarget(detail: Record<string, Json>, input: Record<string, Json>): string {
  const todos = list(detail.newTodos).length > 0 ? list(detail.newTodos) : list(input.todos);
  const done = todos.filter((t) => obj(t).status === 'completed').length;
  const now = todos.map(obj).find((t) => t.status === 'in_progress');
  return `${done} of ${todos.length} done${now ? ` · ${str(now.activeForm) || str(now.content)}` : ''}`;
}

/** "Read 6 files, ran 2 commands": what a folded run of calls did. */
export function describeRun(tools: readonly ToolCall[]): string {
  const said: { key: string; n: number; say: (n: number) => string }[] = [];
  const add = (key: string, say: (n: number) => string) => {
    const known = said.find((s) => s.key === key);
    if (known) known.n++;
    else said.push({ key, n: 1, say });
  };
  for (const tool of tools) {
    if (tool.name === 'Read' || tool.name === 'NotebookRead') add('read', (n) => `read ${plural(n, 'file')}`);
    else if (tool.name === 'Bash' || tool.name === 'PowerShell')
      add('run', (n) => `ran ${plural(n, 'command')}`);
    else if (tool.name === 'Grep') add('grep', (n) => `searched ${n === 1 ? 'once' : `${n} times`}`);
    else if (tool.name === 'Glob' || tool.name === 'LS')
      add('glob', (n) => `listed ${n === 1 ? 'files' : `files ${n} times`}`);
    else if (/^(Todo|Task)/.test(tool.name))
      add('todo', (n) => `kept the plan${n === 1 ? '' : ` ${n} times`}`);
    else add(tool.name, (n) => `${toolName(tool.name)}${n === 1 ? '' : ` ${n} times`}`);
  }
  const text = said.map((s) => s.say(s.n)).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
