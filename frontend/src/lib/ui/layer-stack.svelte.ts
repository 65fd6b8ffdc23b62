import { tick, untrack } from 'svelte';
import { isEditable, layerOpen } from '../keys/registry.svelte';

/** The panes of the window, by name. */
interface PaneFocus {
  has(pane: string): boolean;
  /** Focuses a pane, the one that had the keyboard last by default. */
  back(pane?: string): void;
}

/** Something that Esc closes. */
export interface Layer {
  close: () => void;
  /** A pane or bar of the window, not a dialog: it hides the dialogs below it. */
  inWindow?: boolean;
  /** A popover: everything that opens later hides it. */
  isLight?: boolean;
  /** Focuses it if it is drawn, after a dialog that it hides lost the keyboard. */
  focus?: () => void;
  /** Whether Esc closes it if the keyboard is in this element; everywhere by default. */
  takes?: (from: Element) => boolean;
}

/** Whether an element is in a pane, but no text field: for what Esc ends only in that pane. */
export const inPane =
  (pane: string) =>
  (from: Element): boolean =>
    !isEditable(from) && from.closest(`[data-pane=${pane}]`) !== null;

/** Where the keyboard was before a layer opened. */
interface Origin {
  element: HTMLElement | null;
  pane: string | undefined;
}

/** The open layers in the order of opening. Esc closes the last one, and the keyboard returns to where it was. */
export class LayerStack {
  private layers = $state.raw<readonly Layer[]>([]);

  constructor(private readonly panes: PaneFocus) {}

  /** Keeps a layer on the stack while `isOpen`. Must be called while a component initialises. */
  hold(isOpen: () => boolean, layer: Layer): void {
    const isHeld = $derived(isOpen());
    $effect.pre(() => {
      if (isHeld) return untrack(() => this.push(layer));
    });
  }

  /** Puts a layer of the window on the stack; returns a function that removes it and returns the keyboard. */
  private push(layer: Layer): () => void {
    const origin = originOf(document.activeElement);
    const remove = this.add(layer);
    return () => {
      remove();
      void tick().then(() => {
        this.giveBack(origin);
      });
    };
  }

  add(layer: Layer): () => void {
    this.layers = [...this.layers, layer];
    return () => {
      this.layers = this.layers.filter((one) => one !== layer);
    };
  }

  /** Whether a later layer hides a dialog. */
  covers(dialog: Layer): boolean {
    const at = this.layers.indexOf(dialog);
    return at >= 0 && this.layers.slice(at + 1).some((layer) => layer.inWindow ?? dialog.isLight);
  }

  /** Closes all dialogs, because the reader goes elsewhere. */
  closeDialogs(): void {
    for (const layer of this.layers) if (!layer.inWindow) layer.close();
  }

  /** Closes the last layer with Esc. Must be called before any pane handles the key; dialogs and menus close themselves. */
  escape(event: KeyboardEvent): void {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- 229 is a key of an input method
    if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229 || layerOpen()) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const last = this.layers.findLast(({ takes }) => takes?.(target) ?? true);
    if (!last?.inWindow) return;
    event.preventDefault();
    event.stopPropagation();
    last.close();
  }

  /** Returns the keyboard after a layer of the window closed, unless something else has it by now. */
  private giveBack(origin: Origin): void {
    const now = document.activeElement;
    const isLost = now === null || now === document.body;
    const last = this.layers.at(-1);
    // A dialog that appears again takes the keyboard itself.
    if (!isLost || (last && !last.inWindow)) return;
    this.restore(origin);
  }

  /** Focuses the last layer, after it hid a dialog. */
  focusLast(): void {
    this.layers.at(-1)?.focus?.();
  }

  /** Returns the keyboard to where it was. */
  restore({ element, pane }: Origin): void {
    if (element?.isConnected && (pane === undefined || isEditable(element))) element.focus();
    else if (pane !== undefined && this.panes.has(pane)) this.panes.back(pane);
    else this.panes.back();
  }
}

export function originOf(element: Element | null): Origin {
  if (!(element instanceof HTMLElement) || element === document.body)
    return { element: null, pane: undefined };
  return { element, pane: element.closest<HTMLElement>('[data-pane]')?.dataset.pane };
}

/** A dialog on the stack while it is open. Must be created while a component initialises. */
export class DialogLayer {
  private readonly layer: Layer;
  private origin: Origin = { element: null, pane: undefined };
  private wasCovered = false;

  constructor(
    private readonly stack: LayerStack,
    private readonly isOpen: () => boolean,
    private readonly close: () => void,
    isLight = false,
  ) {
    this.layer = { close, isLight };
    $effect.pre(() => {
      if (!isOpen()) return;
      return untrack(() => {
        this.origin = originOf(document.activeElement);
        this.wasCovered = false;
        return this.stack.add(this.layer);
      });
    });
  }

  /** Open, and hidden by no later layer. */
  readonly shown = $derived.by(() => this.isOpen() && !this.stack.covers(this.layer));

  /** Closes the layer if the dialog closes itself. */
  readonly onOpenChange = (open: boolean): void => {
    if (!open) this.close();
  };

  /** Handles the event with which a dialog returns the keyboard. */
  readonly onCloseAutoFocus = (event: Event): void => {
    if (this.isOpen()) {
      this.wasCovered = true;
      event.preventDefault();
      void tick().then(() => {
        this.stack.focusLast();
      });
      return;
    }
    event.preventDefault();
    const { element } = this.origin;
    if (element?.isConnected && !this.wasCovered) element.focus();
    else this.stack.restore(this.origin);
  };
}
