import { itemIndexAt } from './selection';

export interface Selecting {
  /** Called with the selection and its end items (-1 outside of the list). */
  select: (selection: Selection | null, view: Element, items: readonly number[]) => void;
  isDrawn: (item: number) => boolean;
  /** Copies the selection, including items that are not mounted. */
  copy: () => void;
}

/** Observes selecting and copying in a virtual list; returns a function that stops it. */
export function selecting(view: Element, host: Selecting): () => void {
  const endsOf = (selection: Selection | null) =>
    [selection?.anchorNode, selection?.focusNode].map((node) => itemIndexAt(view, node));
  const onselect = () => {
    const selection = getSelection();
    if (view.contains(selection?.anchorNode ?? null)) host.select(selection, view, endsOf(selection));
  };
  // The system copies mounted items only: a longer selection would lack its middle.
  const oncopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return;
    // selectionchange is asynchronous: a fast Ctrl+C comes before it.
    onselect();
    const [a, b] = endsOf(selection);
    if (a === undefined || b === undefined || a < 0 || b < 0) return;
    for (let i = Math.min(a, b); i < Math.max(a, b); i++) {
      if (host.isDrawn(i)) continue;
      event.preventDefault();
      host.copy();
      return;
    }
  };
  document.addEventListener('selectionchange', onselect);
  document.addEventListener('copy', oncopy);
  return () => {
    document.removeEventListener('selectionchange', onselect);
    document.removeEventListener('copy', oncopy);
  };
}
