import type { Backend } from '../../../lib/backend/backend';
import type { ToolRow } from '../../../lib/backend/types';

/** All of a result, of which the row holds the beginning: from the file that it was put into, or its record. */
export function wholeResult(backend: Backend, session: string, row: ToolRow): Promise<string> {
  return row.tool.spilled
    ? backend.spilled(session, row.tool.spilled)
    : backend.blockText(session, row.tool.resultUuid ?? row.uuid, row.tool.resultBlock);
}
