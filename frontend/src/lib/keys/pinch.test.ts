import { expect, it, vi } from 'vitest';
import { pinch } from './pinch';

it('steps once for so much of a pinch, and leaves scrolling alone', () => {
  const zoom = vi.fn();
  const node = document.createElement('div');
  const stop = pinch(zoom)(node);
  const turn = (deltaY: number, ctrlKey = true, deltaMode = 0) => {
    const event = new WheelEvent('wheel', { deltaY, deltaMode, cancelable: true });
    // jsdom leaves the modifiers of a wheel out.
    Object.defineProperty(event, 'ctrlKey', { value: ctrlKey });
    node.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(turn(300, false)).toBe(false);
  expect(zoom).not.toHaveBeenCalled();
  expect(turn(-40)).toBe(true);
  expect(zoom).not.toHaveBeenCalled();
  turn(-40);
  expect(zoom.mock.calls).toEqual([[1]]);
  turn(3, true, 1);
  expect(zoom.mock.calls).toEqual([[1], [-1]]);
  stop();
  turn(600);
  expect(zoom).toHaveBeenCalledTimes(2);
});
