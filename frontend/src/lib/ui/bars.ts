/** What scrolls in the window. */
const SCROLLERS = `.window :is(${['listbox', 'tree', 'feed', 'region'].map((role) => `[role=${role}]`).join()}, .results, pre, .code)`;

/**
 * Takes the scroll bars away from what lies below a dialog: WebKitGTK paints them over everything
 * else. Returns the way to stop.
 */
export function stillBelowDialogs(page: Document): () => void {
  let below: Element[] = [];
  const look = () => {
    const covered = page.querySelector('.overlay') !== null;
    if (covered === below.length > 0) return;
    for (const element of below) element.removeAttribute('data-still');
    below = covered
      ? [...page.querySelectorAll(SCROLLERS)].filter(
          (e) => e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth,
        )
      : [];
    for (const element of below) element.setAttribute('data-still', '');
  };
  // Dialogs stand beside the window, not in it.
  const observer = new MutationObserver(look);
  observer.observe(page.body, { childList: true, subtree: false });
  return () => observer.disconnect();
}
