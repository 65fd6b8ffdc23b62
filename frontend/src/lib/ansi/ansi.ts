import { AnsiUp } from 'ansi_up';

// Everything but SGR colours is dropped: cursor movement, titles, and OSC links among them.
/* eslint-disable no-control-regex -- escape sequences are what is looked for */
const other =
  /\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|\[[0-9;?]*[A-Za-ln-z@]|[()][A-Z0-9]|[=>78cDEHMNOZ])/g;

/** True when the text has colours at all; without them it is shown as it is. */
export function hasAnsi(text: string): boolean {
  return text.includes('\u001b');
}

/** Escaped HTML with classes instead of colours. Still goes through the sanitiser. */
export function ansiToHtml(text: string): string {
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  ansi.escape_html = true;
  return ansi.ansi_to_html(text.replace(other, ''));
}
