import type { Backend } from '../../../lib/backend/backend';
import type { ToolRow } from '../../../lib/backend/types';

/** Returns the props of Output for a result that the row may hold only in part. */
export function restOf(backend: Backend, session: string, row: ToolRow) {
  return {
    truncated: row.tool.truncated,
    spilled: row.tool.spilled !== undefined,
    record: row.uuid,
    load: () => wholeResult(backend, session, row),
  };
}

/** Loads a full result, from its own file or from its record. */
export function wholeResult(backend: Backend, session: string, row: ToolRow): Promise<string> {
  return row.tool.spilled
    ? backend.spilled(session, row.tool.spilled)
    : backend.blockText(session, row.tool.resultUuid ?? row.uuid, row.tool.resultBlock);
}
