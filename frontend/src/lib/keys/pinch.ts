/** As much wheel as makes a step, in pixels. */
const STEP = 60;
const LINE = 30;

/**
 * An attachment that calls back for every step of a pinch, which comes as a wheel with Ctrl: 1 is
 * nearer. A wheel without Ctrl scrolls as ever.
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
    // Only a listener that is not passive may keep a wheel from scrolling.
    node.addEventListener('wheel', onwheel, { passive: false });
    return () => node.removeEventListener('wheel', onwheel);
  };
}
