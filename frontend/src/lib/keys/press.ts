/**
 * The key of an event. On a layout without Latin letters the position of the key decides. Only Shift, not Caps
 * Lock, makes a letter a capital. '' while an input method composes a word.
 */
export function pressed(event: KeyboardEvent): string {
  // Some engines only report 229 for a key that an input method handles.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other property for it
  if (event.isComposing || event.keyCode === 229) return '';
  const { key, code } = event;
  if (/^[a-z]$/i.test(key)) return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
  if ([...key].length !== 1 || /[\p{Script=Latin}\p{Script=Common}]/u.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter === undefined) return key;
  return event.shiftKey ? letter : letter.toLowerCase();
}

/** Whether a key types a character: a letter, a digit or a sign without modifiers. */
export function isWritten(event: KeyboardEvent): boolean {
  return [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/** The debounce delay before a row selected by keys is opened, in milliseconds. */
export const REST = 100;
