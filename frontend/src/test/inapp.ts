import { render } from '@testing-library/svelte';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Component } from 'svelte';
import { vi } from 'vitest';
import type { AppState } from '../model/app.svelte';
import { fakeBackend, type FakeBackend, type FakeOptions } from '../lib/backend/fake';
import { fakeChats } from '../lib/backend/fake-chats';
import type { FakeChat } from '../lib/backend/fake-history';
import type { AtHand } from '../panes/thread/at-hand';
import type { Cards } from '../panes/thread/cards/cards.svelte';
import type { Keys } from '../lib/keys/registry.svelte';
import InApp from './InApp.svelte';

/** When the histories of component tests are from. */
export const now = Date.parse('2026-11-20T14:00:00Z');

/** Chats as people have them, without the two that are large on purpose. */
export const someChats = (): FakeChat[] =>
  fakeChats(now).filter((c) => c.sessions.length < 50 && !c.title.startsWith('Terraform'));

export interface InTest {
  app: AppState;
  keys: Keys;
  atHand: AtHand;
  backend: FakeBackend;
  user: UserEvent;
  container: HTMLElement;
}

/** Draws one component of the window in an app of its own; `before` is done with the app before that. */
export function drawn<Props extends object>(
  component: Component<Props>,
  props: Props,
  options: FakeOptions & { backend?: FakeBackend } = {},
  before: (app: AppState, keys: Keys, cards: Cards) => void = () => undefined,
): InTest {
  const backend = options.backend ?? fakeBackend({ now, chats: someChats(), ...options });
  const inside: { app?: AppState; keys?: Keys; atHand?: AtHand } = {};
  const given = (app: AppState, keys: Keys, cards: Cards, atHand: AtHand) => {
    Object.assign(inside, { app, keys, atHand });
    before(app, keys, cards);
  };
  const { container } = render(InApp, {
    props: { component: component as never, props: props as never, backend, given },
  });
  const { app, keys, atHand } = inside;
  if (!app || !keys || !atHand) throw new Error('no app was made');
  return { app, keys, atHand, backend, container, user: userEvent.setup() };
}

/** The same in an app that has begun: its newest chat is open, and its thread read. */
export async function drawnOpen<Props extends object>(
  component: Component<Props>,
  props: Props,
  options: FakeOptions & { backend?: FakeBackend } = {},
  before: (app: AppState, keys: Keys, cards: Cards) => void = () => undefined,
): Promise<InTest> {
  const test = drawn(component, props, options, (app, keys, cards) => {
    app.start();
    app.nowShown();
    before(app, keys, cards);
  });
  await vi.waitUntil(() => test.app.thread.skeleton !== null, { timeout: 20_000 });
  return test;
}
