// Everything but SGR colours is stripped, including cursor movement, titles and OSC links.
/* eslint-disable no-control-regex -- it matches escape sequences */
export const other =
  /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|\[[0-9;?]*[A-Za-ln-z@]|[()][A-Z0-9]|[=>78cDEHMNOZ])/g;

/** Whether the text has colours. */
export function hasAnsi(text: string): boolean {
  return text.includes('\u001b');
}

/** Strips colours and all other control sequences. */
export function withoutAnsi(text: string): string {
  return text.replace(other, '').replace(/\x1b\[[0-9;:]*m/g, '');
}
