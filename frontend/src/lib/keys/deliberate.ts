/** Milliseconds in which a button that just appeared cannot be pressed. */
export const UNREADY = 300;

/**
 * An attachment for a button that starts a program: Enter or a click presses it, but no space, which may be part of
 * a text that someone types; no key that is held down; and nothing right after it appeared. While that lasts,
 * `onready` has not been called.
 */
export function deliberate(onready: () => void): (button: HTMLButtonElement) => () => void {
  return (button) => {
    let isReady = false;
    const timer = setTimeout(() => {
      isReady = true;
      onready();
    }, UNREADY);
    const onkey = (event: KeyboardEvent) => {
      if (event.key === ' ' || (event.key === 'Enter' && event.repeat)) event.preventDefault();
    };
    const onclick = (event: MouseEvent) => {
      if (isReady) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    button.addEventListener('keydown', onkey);
    button.addEventListener('keyup', onkey);
    button.addEventListener('click', onclick);
    return () => {
      clearTimeout(timer);
      button.removeEventListener('keydown', onkey);
      button.removeEventListener('keyup', onkey);
      button.removeEventListener('click', onclick);
    };
  };
}
