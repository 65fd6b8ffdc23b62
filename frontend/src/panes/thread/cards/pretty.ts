/** Returns a JSON object or list indented; null for other results and for large ones. */
export function prettyJson(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > 200_000 || !/^[[{]/.test(trimmed)) return null;
  try {
    return JSON.stringify(JSON.parse(trimmed), null, 2);
  } catch {
    return null;
  }
}
