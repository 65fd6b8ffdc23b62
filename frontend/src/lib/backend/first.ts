import type { FirstAnswers } from './backend';

/** Returns the answers embedded in the page, and removes them: they are read once. */
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
