/** The scrolling elements of the window. */
// eslint-disable-next-line dendro/no-literal-text -- a selector
const SCROLLERS = `.window :is(${['listbox', 'tree', 'feed', 'region'].map((role) => `[role=${role}]`).join()}, .results, pre, .code)`;

/**
 * Hides the scroll bars below a dialog, which WebKitGTK paints over everything else. Returns a function
 * that stops it.
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
  // Dialogs are siblings of the window element.
  const observer = new MutationObserver(look);
  observer.observe(page.body, { childList: true, subtree: false });
  return () => observer.disconnect();
}
