import { fireEvent, screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { drawnOpen, now, someChats } from '../../test/inapp';
import { DAY } from '../../model/timeline/scale';
import { ROW } from '../../model/timeline/timeline.svelte';
import Timeline from './Timeline.svelte';

const dialog = () => screen.getByRole('dialog', { name: 'Timeline' });
const picture = () => within(dialog()).getByRole('listbox', { name: /^Chats over time/ });
const rows = () => within(picture()).getAllByRole('option');
const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
const cursor = () => rows().find((row) => row.ariaSelected === 'true')?.ariaLabel ?? '';
const chats = () => rows().filter((row) => row.matches('.option:not(.under)'));
const overview = () => within(dialog()).getByRole('img');

/** Opens the timeline of a few chats. */
async function opened(options: FakeOptions = {}) {
  const backend = options.chats ? fakeBackend({ now, ...options }) : undefined;
  const test = await drawnOpen(Timeline, {}, { ...options, ...(backend ? { backend } : {}) });
  const { app } = test;
  await waitFor(() => expect(app.sidebar.loaded).toBe(true));
  app.timeline.show();
  await screen.findByRole('dialog', { name: 'Timeline' });
  await waitFor(() => expect(app.timeline.loaded).toBe(true));
  await waitFor(() => expect(picture()).toHaveFocus());
  const { timeline } = app;
  timeline.fit();
  return { ...test, timeline };
}

describe('the rows of the timeline', () => {
  it('are the chats by project, each with when it was', async () => {
    await opened();
    expect(dialog()).toHaveTextContent('8 chats · 4 projects');
    expect(chats()).toHaveLength(8);
    expect(within(picture()).getByRole('option', { name: 'dotfiles, 2 chats' })).toBeVisible();
    const flaky = within(picture()).getByRole('option', { name: /^Flaky e2e on WebKit, .*, 9 turns$/ });
    expect(flaky).toHaveAttribute('aria-setsize', String(rows().length));
    expect(cursor(), 'the first chat has the keys').toMatch(/^Token bucket/);
  });

  it('are walked by the keys, and opened with Enter: the keyboard goes to the thread', async () => {
    const { user, app, timeline } = await opened();
    const thread = vi.fn();
    app.panes.register('thread', thread);
    await user.keyboard('{End}');
    expect(cursor()).toMatch(/^Rotate the deploy keys/);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(thread).toHaveBeenCalled());
    expect(timeline.open).toBe(false);
    expect(app.sidebar.titleOf(app.chatId ?? '')).toBe('Rotate the deploy keys');
  });

  it('are folded to their project and listed again, one by one and at once', async () => {
    const { user } = await opened();
    await user.click(within(picture()).getByRole('option', { name: 'dotfiles, 2 chats' }));
    expect(chats()).toHaveLength(6);
    expect(within(picture()).getByRole('option', { name: 'dotfiles, 2 chats, collapsed' })).toBeVisible();
    await user.click(button('Collapse or expand projects'));
    expect(chats()).toHaveLength(0);
    expect(cursor()).toMatch(/^my-app, 3 chats/);
    await user.keyboard('{Enter}');
    expect(chats(), 'the button has the key').toHaveLength(8);
    picture().focus();
    await user.keyboard('{Enter}');
    expect(chats(), 'the row has it').toHaveLength(5);
  });

  it('show a few branches of a chat, and the others on demand', async () => {
    const { user } = await opened();
    const more = within(picture()).getByText(/more branches$/);
    const before = rows().length;
    await user.click(more);
    expect(rows().length).toBeGreaterThan(before);
    await user.click(within(picture()).getByText('Collapse branches'));
    expect(rows()).toHaveLength(before);
  });
});

describe('how much time is in view', () => {
  it('is chosen by name, around the row that has the keyboard', async () => {
    const { user, timeline } = await opened();
    const width = () => (timeline.visible?.to ?? 0) - (timeline.visible?.from ?? 0);
    const all = width();
    expect(button('All time')).toHaveAttribute('aria-pressed', 'true');
    await user.click(button('Days'));
    expect(width()).toBeCloseTo(7 * DAY, -4);
    expect(button('Days')).toHaveAttribute('aria-pressed', 'true');
    const row = timeline.rows[timeline.at(timeline.cursor)];
    const lane = row?.type === 'lane' ? row.lane : undefined;
    expect(timeline.visible?.from).toBeLessThan(lane?.to ?? 0);
    expect(timeline.visible?.to).toBeGreaterThan(lane?.from ?? Infinity);
    await user.click(button('All time'));
    expect(width()).toBe(all);
  });

  it('is changed by the wheel around the pointer, and moved with Shift', async () => {
    const { timeline } = await opened();
    const canvas = within(picture()).getAllByRole('presentation').at(-1) as HTMLElement;
    const all = timeline.visible;
    await fireEvent.wheel(canvas, { deltaY: -120, clientX: 450 });
    const near = timeline.view;
    const middle = (view: typeof near) => ((view?.from ?? 0) + (view?.to ?? 0)) / 2;
    expect((near?.to ?? 0) - (near?.from ?? 0)).toBeLessThan((all?.to ?? 0) - (all?.from ?? 0));
    expect(middle(near)).toBeCloseTo(middle(all), -4);
    await fireEvent.wheel(canvas, { deltaY: 90, shiftKey: true });
    expect(timeline.view?.from).toBeGreaterThan(near?.from ?? Infinity);
  });

  it('is dragged, and a press without a move opens the row', async () => {
    const { timeline, app } = await opened();
    timeline.spanOf(7 * DAY);
    const canvas = within(picture()).getAllByRole('presentation').at(-1) as HTMLElement;
    const from = timeline.visible?.from ?? 0;
    await fireEvent.pointerDown(canvas, { button: 0, clientX: 300, clientY: 60 });
    await fireEvent.pointerMove(canvas, { clientX: 500, clientY: 60 });
    await fireEvent.pointerUp(canvas, { clientX: 500, clientY: 60 });
    expect(timeline.visible?.from).toBeLessThan(from);
    expect(timeline.open, 'a drag opens nothing').toBe(true);
    const wished = vi.spyOn(app.nav, 'wish');
    await fireEvent.pointerMove(canvas, { clientX: 300, clientY: 1.5 * ROW });
    await fireEvent.pointerDown(canvas, { button: 0, clientX: 300, clientY: 1.5 * ROW });
    await fireEvent.pointerUp(canvas, { clientX: 300, clientY: 1.5 * ROW });
    expect(wished).toHaveBeenCalledOnce();
    expect(timeline.open).toBe(false);
  });
});

describe('a span of it', () => {
  const brush = async (from: number, to: number) => {
    const strip = within(overview()).getByRole('presentation');
    await fireEvent.pointerDown(strip, { button: 0, clientX: from });
    await fireEvent.pointerMove(strip, { clientX: to });
    await fireEvent.pointerUp(strip, { clientX: to });
  };

  it('is drawn over the overview: list and search keep to it', async () => {
    const { user, app, timeline } = await opened();
    await brush(500, 900);
    const said = within(dialog()).getByRole('status');
    expect(said).toHaveTextContent(`${timeline.chosen.length} chats, also in the list`);
    expect(app.sidebar.span?.chats.size).toBe(timeline.chosen.length);
    expect(overview()).toHaveAccessibleName(/^Selected: /);
    await user.click(button('Search in time range'));
    expect(app.search.query.text).toMatch(/^after:\d{4}-\d\d-\d\d\S* before:\d{4}-\d\d-\d\d\S* $/);
    expect([timeline.open, app.search.open]).toEqual([false, true]);
  });

  it('is moved at its edges, and let go by a click beside it', async () => {
    const { timeline } = await opened();
    await brush(500, 900);
    const { from = 0, to = 0 } = timeline.span ?? {};
    const all = timeline.all ?? { from: 0, to: 0 };
    const edge = ((from - all.from) / (all.to - all.from)) * 900;
    await brush(edge + 1, 300);
    expect(timeline.span?.to, 'the other edge stays').toBe(to);
    expect(timeline.span?.from).toBeLessThan(from);
    await brush(100, 100);
    expect(timeline.span).toBeNull();
  });

  it('is what is in view where its button says so, and is let go again by the other', async () => {
    const { user, timeline, app } = await opened();
    await user.click(button('Days'));
    await user.click(button('Limit list and search to the visible range'));
    expect(timeline.chosen.length).toBeGreaterThan(0);
    expect(timeline.chosen.length).toBeLessThan(8);
    await user.click(button('Clear time range'));
    expect([timeline.span, app.sidebar.span]).toEqual([null, null]);
  });
});

it('says why it could not be drawn, and draws it when it can', async () => {
  const { user, app, backend } = await drawnOpen(Timeline, {}, { failing: { activity: 'the disk is slow' } });
  app.timeline.show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the timeline: the disk is slow');
  backend.fix();
  await user.click(button('Retry'));
  await waitFor(() => expect(chats().length).toBeGreaterThan(0));
});

it('says so where no chat says when it was', async () => {
  const { app, backend } = await drawnOpen(Timeline, {}, { chats: someChats() });
  backend.activity = () => Promise.resolve({ seq: 1, chats: [] });
  app.timeline.show();
  expect(await screen.findByText('No chats with a date')).toBeVisible();
});
