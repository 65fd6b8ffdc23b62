import type { Backend } from '../../lib/backend/backend';
import type { Row } from '../../lib/backend/types';

/** The words of a text that name files in the session's directory; none until they are loaded. */
class PathsOfText {
  words = $state.raw<ReadonlySet<string>>(new Set());
  /** The sources in it that are shown as drawings. */
  readonly drawn = new Set<string>();
  private asked = false;

  constructor(
    private readonly backend: Backend,
    private readonly row: Row,
  ) {}

  async load(session: string): Promise<void> {
    if (this.asked) return;
    this.asked = true;
    try {
      this.words = new Set(await this.backend.paths(session, this.row.uuid, this.row.block ?? 0));
    } catch {
      // Links are an extra: a text without them says the same. The next view of the row asks again.
      this.asked = false;
    }
  }
}

/** The paths in the texts of a thread. They outlive the rows' elements. */
export class NamedPaths {
  private readonly known = new Map<string, PathsOfText>();

  constructor(private readonly backend: Backend) {}

  of(row: Row): PathsOfText {
    const key = `${row.uuid} ${row.block ?? 0}`;
    const known = this.known.get(key) ?? new PathsOfText(this.backend, row);
    this.known.set(key, known);
    return known;
  }

  forget(): void {
    this.known.clear();
  }
}
