import type { Backend } from '../../../lib/backend/backend';
import type { ToolRow } from '../../../lib/backend/types';

/** What an output says of the rest of a result of which the row holds the beginning. */
export function restOf(backend: Backend, session: string, row: ToolRow) {
  return {
    truncated: row.tool.truncated,
    spilled: row.tool.spilled !== undefined,
    load: () => wholeResult(backend, session, row),
  };
}

/** All of a result, of which the row holds the beginning: from the file that it was put into, or its record. */
export function wholeResult(backend: Backend, session: string, row: ToolRow): Promise<string> {
  return row.tool.spilled
    ? backend.spilled(session, row.tool.spilled)
    : backend.blockText(session, row.tool.resultUuid ?? row.uuid, row.tool.resultBlock);
}
