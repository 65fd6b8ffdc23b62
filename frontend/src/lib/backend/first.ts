import type { ChatList, Settings, State } from './types';

export interface FirstAnswers {
  settings?: Settings;
  state?: State;
  chats?: ChatList;
}

/** What the page was served with, so that its first picture waits for no round trip. It is there once. */
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

/** Answers the first time with what is there already, and asks from then on. */
export function onceFrom<K extends keyof FirstAnswers, A extends unknown[]>(
  first: FirstAnswers,
  name: K,
  ask: (...args: A) => Promise<NonNullable<FirstAnswers[K]>>,
): (...args: A) => Promise<NonNullable<FirstAnswers[K]>> {
  return (...args) => {
    const { [name]: known } = first;
    first[name] = undefined;
    return known ? Promise.resolve(known) : ask(...args);
  };
}
