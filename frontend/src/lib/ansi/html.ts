import { AnsiUp } from 'ansi_up';
import { other } from './ansi';

/** Escaped HTML with classes instead of colours. Still goes through the sanitiser. */
export function ansiToHtml(text: string): string {
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  ansi.escape_html = true;
  return ansi.ansi_to_html(text.replace(other, ''));
}
