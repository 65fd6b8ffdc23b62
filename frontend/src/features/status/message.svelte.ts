/** How long something said stands, in milliseconds. */
const STANDS = 4_000;

/** What the window says: once to screen readers, and for a moment in the status bar. */
export class Message {
  text = $state('');
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.text = ''), STANDS);
  }
}
