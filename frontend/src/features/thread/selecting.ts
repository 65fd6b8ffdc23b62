import { itemIndexAt } from './selection';

export interface Selecting {
  /** Something is selected in the view, from one item to another. */
  select: (selection: Selection | null, view: Element, items: readonly number[]) => void;
  isDrawn: (item: number) => boolean;
  /** Copies what is selected, also what is not drawn. */
  copy: () => void;
}

/** Hears what is selected and copied in a view that draws some of its items only; returns the way to stop. */
export function selecting(view: Element, host: Selecting): () => void {
  const endsOf = (selection: Selection | null) =>
    [selection?.anchorNode, selection?.focusNode].map((node) => itemIndexAt(view, node));
  const onselect = () => {
    const selection = getSelection();
    if (view.contains(selection?.anchorNode ?? null)) host.select(selection, view, endsOf(selection));
  };
  // The system copies what is drawn; of a longer selection that is two ends without a middle.
  const oncopy = (event: ClipboardEvent) => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return;
    // The page is told of a selection some time after it is made: whoever is quick copies it before that.
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
