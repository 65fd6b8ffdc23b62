/** A link to a row, which the palette and the search open. */
export function linkTo(session: string, record: string): string {
  return `dendro://${session}/${record}`;
}

/** The session and the record that a link names; the record is '' in a link to a session. */
export function parseLink(text: string): { session: string; record: string } | null {
  const parts = /^dendro:\/\/([\w.-]{1,200})(?:\/([0-9a-f-]{8,64}))?$/i.exec(text.trim());
  return parts?.[1] === undefined ? null : { session: parts[1], record: parts[2] ?? '' };
}
