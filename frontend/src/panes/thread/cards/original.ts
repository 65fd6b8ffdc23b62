import { m } from '../../../lib/messages';
import { obj, str } from '../../../model/thread/tools';
import type { Json } from '../../../lib/backend/types';

/**
 * Returns the lines of a file before an edit, from the raw record of the edit's result
 * (`originalFile`; `originalFileContents` for MultiEdit). Throws if the record has neither.
 */
export function originalOf(record: string): string[] {
  const detail = obj(obj(JSON.parse(record) as Json).toolUseResult);
  const text = str(detail.originalFile) || str(detail.originalFileContents);
  if (text === '') throw new Error(m.card_no_original());
  return text.replace(/\n$/, '').split('\n');
}
