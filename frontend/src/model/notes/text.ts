import type { PlacedNote } from '../../lib/backend/types';

/** The tags in a text, without # and without duplicates. */
export function tagsIn(text: string): string[] {
  const words = text.split(/[\s,]+/).map((word) => word.replace(/^#+/, ''));
  return [...new Set(words.filter((word) => word !== ''))];
}

/** The tags that all chats have. */
export function commonTags(chats: readonly { readonly tags: readonly string[] }[]): string[] {
  const [first, ...others] = chats;
  return first?.tags.filter((tag) => others.every(({ tags }) => tags.includes(tag))) ?? [];
}

/** Whether a note has all words of a query, in any of its texts. */
export function matches(note: PlacedNote, query: string): boolean {
  const tags = note.tags.map((tag) => `#${tag}`);
  const text = [note.name, note.note, note.title, note.project, note.excerpt, ...tags]
    .join('\n')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
