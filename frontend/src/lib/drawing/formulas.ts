import temml, { type Options } from 'temml';

/** Sizes in em that a formula may name, and the expansions of its macros. */
const options: Options = {
  trust: false,
  throwOnError: true,
  maxSize: [20, 20],
  maxExpand: 200,
  wrap: 'none',
};

/** Draws a formula in MathML into an element; throws if it is not valid. The source is hostile. */
export function formula(source: string, displayMode: boolean, into: HTMLElement): void {
  // A formula that fails half-way leaves the element as it was.
  const drawn = document.createElement('span');
  temml.render(source, drawn, { ...options, displayMode });
  into.replaceChildren(...drawn.childNodes);
}
