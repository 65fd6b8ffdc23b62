// Everything but SGR colours is dropped: cursor movement, titles, and OSC links among them.
/* eslint-disable no-control-regex -- escape sequences are what is looked for */
export const other =
  /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|\[[0-9;?]*[A-Za-ln-z@]|[()][A-Z0-9]|[=>78cDEHMNOZ])/g;

/** True when the text has colours at all; without them it is shown as it is. */
export function hasAnsi(text: string): boolean {
  return text.includes('\u001b');
}

/** The text without its colours. */
export function withoutAnsi(text: string): string {
  return text.replace(other, '').replace(/\x1b\[[0-9;:]*m/g, '');
}
