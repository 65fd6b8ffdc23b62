/** The wheel distance of one step, in pixels. */
const STEP = 60;
const LINE = 30;

/**
 * An attachment that calls `zoom` for every step of a pinch, which is reported as a wheel with Ctrl: 1 zooms
 * in. A wheel without Ctrl scrolls as usual.
 */
export function pinch(zoom: (by: 1 | -1) => void): (node: HTMLElement) => () => void {
  return (node) => {
    let turned = 0;
    const onwheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE;
      if (Math.abs(turned) < STEP) return;
      zoom(turned < 0 ? 1 : -1);
      turned = 0;
    };
    // Only a listener that is not passive can prevent scrolling.
    node.addEventListener('wheel', onwheel, { passive: false });
    return () => node.removeEventListener('wheel', onwheel);
  };
}
