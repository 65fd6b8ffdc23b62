/**
 * What a key means. A layout without Latin letters has other signs on the same keys: there the place
 * of the key counts. '' while an input method puts a word together: its keys are its own.
 */
export function pressed(event: KeyboardEvent): string {
  // Some engines say 229 and no more for a key that an input method has taken.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else says it there
  if (event.isComposing || event.keyCode === 229) return '';
  const { key, code } = event;
  if ([...key].length !== 1 || /[\p{Script=Latin}\p{Script=Common}]/u.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter === undefined) return key;
  return event.shiftKey ? letter : letter.toLowerCase();
}

/** A letter, a digit or a sign by itself, as in text. */
export function isWritten(event: KeyboardEvent): boolean {
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** Keys that walk a list have come to rest when none follows for so long, in milliseconds: what they stand on is opened then. */
export const REST = 100;
