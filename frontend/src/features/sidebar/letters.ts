/** How wide a letter is, in pixels. */
export type Measure = (letter: string) => number;

/**
 * How wide texts of one line are, told by their letters: the names of thousands of chats are
 * measured at once, and none of them is laid out for it.
 */
export class Letters {
  readonly #ascii: readonly number[];
  readonly #other: number;
  readonly #wide: number;

  constructor(measure: Measure) {
    this.#ascii = Array.from({ length: 128 }, (_, code) => measure(String.fromCharCode(code)));
    this.#other = measure('é');
    this.#wide = measure('日');
  }

  /** Whether a text is about wider than so many pixels. */
  widerThan(text: string, pixels: number): boolean {
    let width = 0;
    for (let i = 0; i < text.length && width <= pixels; i++) {
      const code = text.charCodeAt(i);
      const second = code >= 0xdc00 && code < 0xe000; // of two that are one letter
      width += this.#ascii[code] ?? (code <= 0x2e80 ? this.#other : second ? 0 : this.#wide);
    }
    return width > pixels;
  }
}

/** Measures letters as the names of chats are written; by guess where there is nothing to write on. */
export function onPage(): Measure {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return (letter) => (/[iljtfr.,:;'|!() ]/.test(letter) ? 4 : letter > '\u2e80' ? 13 : 7.5);
  const { fontFamily, fontSize } = getComputedStyle(document.body);
  pen.font = `500 ${fontSize} ${fontFamily}`;
  return (letter) => pen.measureText(letter).width;
}
