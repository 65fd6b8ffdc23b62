/** How long a message is shown, in milliseconds. */
const SHOWN_FOR = 4_000;

/** A short message, announced to screen readers and shown in the status bar for a moment. */
export class Message {
  text = $state('');
  private timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.text = ''), SHOWN_FOR);
  }
}
