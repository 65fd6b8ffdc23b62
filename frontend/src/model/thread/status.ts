import { m } from '../../lib/messages';

const NAMES = {
  completed: m.status_completed,
  in_progress: m.status_in_progress,
  pending: m.status_pending,
  running: m.word_running,
  failed: m.word_failed,
  killed: m.status_killed,
  deleted: m.status_deleted,
};

/** Returns the name of a task's, workflow's or background command's status; unknown ones unchanged. */
export function statusName(status: string): string {
  return Object.hasOwn(NAMES, status) ? NAMES[status as keyof typeof NAMES]() : status.replaceAll('_', ' ');
}
