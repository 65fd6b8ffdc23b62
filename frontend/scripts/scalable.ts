/** The part of PostCSS that this uses. */
interface Root {
  walkDecls: (each: (declaration: { value: string }) => void) => void;
  walkAtRules: (name: string, each: (rule: { params: string }) => void) => void;
}

/** The pixels of 1 rem while the window is not zoomed. */
const REM = 16;

/** Lengths above a hairline in rem: the font size of the root scales them. */
export const inRem = (css: string): string =>
  css.replace(/(?<![\w.#])(\d*\.?\d+)px\b/g, (px, n: string) =>
    Number(n) > 1 ? `${String(Number(n) / REM)}rem` : px,
  );

/** Replaces the pixels of all styles, so that one factor scales the whole window: texts, rows, spaces and icons. */
export const scalable = () => ({
  postcssPlugin: 'scalable',
  Once(root: Root) {
    root.walkDecls((declaration) => {
      declaration.value = inRem(declaration.value);
    });
    root.walkAtRules('container', (rule) => {
      rule.params = inRem(rule.params);
    });
  },
});
