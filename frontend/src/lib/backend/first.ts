import type { FirstAnswers } from './backend';

/** Takes what the page was served with. It is there once. */
export function takeFirstAnswers(page: Document = document): FirstAnswers {
  const element = page.getElementById('first');
  if (!element) return {};
  element.remove();
  try {
    return JSON.parse(element.textContent) as FirstAnswers;
  } catch {
    return {};
  }
}
