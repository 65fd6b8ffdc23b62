import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

/** The custom properties of the first rule whose selector contains a text. */
function tokens(selector: string): Map<string, string> {
  const at = css.indexOf(selector);
  const body = css.slice(css.indexOf('{', at) + 1, css.indexOf('}', at));
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
}

interface Rgb {
  rgb: [number, number, number];
  alpha: number;
}

function linear(value: string): Rgb {
  const m = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/.exec(value);
  if (!m) throw new Error(`not a colour: ${value}`);
  const [L, C, H] = [Number(m[1]), Number(m[2]), (Number(m[3]) * Math.PI) / 180];
  const [a, b] = [C * Math.cos(H), C * Math.sin(H)];
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const n = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: [number, number, number] = [
    4.0767416621 * l - 3.3077115913 * n + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * n - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * n + 1.707614701 * s,
  ];
  return {
    rgb: rgb.map((v) => Math.min(1, Math.max(0, v))) as Rgb['rgb'],
    alpha: m[4] === undefined ? 1 : Number(m[4]),
  };
}

const gamma = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
const unGamma = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** Lays one colour over another, as a screen does it. */
function over(top: Rgb, ground: Rgb): Rgb {
  const mix = (i: 0 | 1 | 2) =>
    unGamma(gamma(top.rgb[i]) * top.alpha + gamma(ground.rgb[i]) * (1 - top.alpha));
  return { rgb: [mix(0), mix(1), mix(2)], alpha: 1 };
}

function contrast(a: Rgb, b: Rgb): number {
  const y = ({ rgb }: Rgb) => 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  const [hi, lo] = [Math.max(y(a), y(b)), Math.min(y(a), y(b))];
  return (hi + 0.05) / (lo + 0.05);
}

for (const [theme, selector] of [
  ['light', "[data-theme='light']"],
  ['dark', "[data-theme='dark']"],
] as const) {
  describe(`contrast in ${theme}`, () => {
    const table = tokens(selector);
    const color = (name: string): Rgb => {
      const value = table.get(name) ?? '';
      const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
      return other === undefined ? linear(value) : color(other);
    };
    const grounds = ['bg', 'surface', 'surface-raised', 'prompt-bg', 'surface-sunken'];
    const texts = [
      'text',
      'text-muted',
      'text-placeholder',
      'text-accent',
      'success',
      'warning',
      'danger',
      'info',
    ];

    for (const text of texts) {
      it(`${text} can be read on every ground`, () => {
        for (const ground of grounds) {
          expect(contrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      });
    }

    it('text can be read where something is selected or pointed at', () => {
      for (const wash of ['element-selected', 'element-hover', 'element-active']) {
        for (const ground of ['bg', 'surface']) {
          const under = over(color(wash), color(ground));
          for (const text of ['text', 'text-muted', 'text-placeholder']) {
            expect(contrast(color(text), under), `${text} on ${wash} on ${ground}`).toBeGreaterThanOrEqual(
              4.5,
            );
          }
        }
      }
    });

    it('the primary button, diffs and code can be read', () => {
      expect(contrast(color('accent-contrast'), color('accent'))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(color('accent-contrast'), color('accent-hover'))).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['diff-add-bg', 'diff-add-word', 'diff-del-bg', 'diff-del-word']) {
        expect(contrast(color('text'), color(ground)), ground).toBeGreaterThanOrEqual(4.5);
      }
      for (const name of table.keys()) {
        if (!/^(code|ansi)-/.test(name)) continue;
        for (const ground of ['surface-sunken', 'surface-raised']) {
          expect(contrast(color(name), color(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    });

    it('lanes and the focus ring stand out', () => {
      const [l, c] = [table.get('lane-l') ?? '', table.get('lane-c') ?? ''];
      for (const hue of [152, 255, 45, 310, 85, 200, 15, 120]) {
        expect(
          contrast(linear(`oklch(${l} ${c} ${hue})`), color('surface')),
          `hue ${hue}`,
        ).toBeGreaterThanOrEqual(3);
      }
      expect(contrast(color('border-focus'), color('surface'))).toBeGreaterThanOrEqual(3);
    });
  });
}
