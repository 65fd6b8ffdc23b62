import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; target: string[] }[];
}

/** Which of axe's rules a page is held against. */
export type Rules = 'all' | 'contrast' | 'all but contrast';

const options = {
  all: {},
  contrast: { runOnly: ['color-contrast'] },
  'all but contrast': { rules: { 'color-contrast': { enabled: false } } },
};

/** A page of other colours is held against contrast alone: all else is the same as in the light. */
export const rulesOf = (theme: 'light' | 'dark'): Rules => (theme === 'light' ? 'all' : 'contrast');

/**
 * Serious and worse violations found by axe. In forced colours axe would check the page's own colours,
 * which nobody sees: contrast is up to the system there. Over panes that have been held against it, `opened`
 * selects the dialog or pane on top: contrast, which takes the longest, is looked at there alone.
 */
export async function serious(page: Page, rules: Rules = 'all', opened?: string): Promise<string[]> {
  await page.evaluate(axe);
  // Elements that are still fading in have too little contrast.
  await page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().iterations !== Infinity);
    return Promise.allSettled(ends.map((a) => a.finished));
  });
  const held = async (to: Rules, within = 'html') =>
    page.evaluate(
      async ([given, selector]) => {
        type Run = (context: string, options: object) => Promise<{ violations: Violation[] }>;
        const { axe } = globalThis as unknown as { axe: { run: Run } };
        return (await axe.run(selector, given)).violations;
      },
      [options[to], within] as const,
    );
  const found =
    opened === undefined || rules === 'all but contrast'
      ? await held(rules)
      : [...(rules === 'all' ? await held('all but contrast') : []), ...(await held('contrast', opened))];
  return found
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.target.join(' ')} ${n.html.slice(0, 120)}`));
}
