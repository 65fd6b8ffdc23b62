import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import type { Activity } from '../../lib/backend/types';
import { held } from '../../test/held';
import { SettingsState } from '../settings/settings.svelte';
import { SidebarState } from '../chats/sidebar.svelte';
import { DAY, HOUR, type View, widthOf } from './scale';
import { ROW, TimelineState } from './timeline.svelte';

const now = Date.parse('2026-11-20T14:00:00Z');
const chats = fakeChats(now).filter((c) => c.sessions.length < 50);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wait = (ms = 20) => vi.advanceTimersByTimeAsync(ms);

async function opened({ chat = null, ...options }: FakeOptions & { chat?: string | null } = {}) {
  const backend = fakeBackend({ now, chats, ...options });
  const settings = new SettingsState(backend);
  const sidebar = new SidebarState(backend, settings);
  const timeline = new TimelineState(backend, settings, sidebar, () => chat);
  void settings.load();
  void sidebar.load();
  await wait();
  timeline.show();
  await wait();
  return { backend, settings, sidebar, timeline };
}

describe('the timeline', () => {
  it('shows every chat that something happened in, and stands on the first row', async () => {
    const { timeline } = await opened();
    expect([timeline.loaded, timeline.loading, timeline.error]).toEqual([true, false, null]);
    expect(timeline.chats.length).toBe(chats.length);
    const first = timeline.rows.find((row) => row.type === 'lane');
    expect([timeline.cursor, timeline.at(timeline.cursor)]).toEqual([
      first?.key,
      timeline.rows.indexOf(first as never),
    ]);
    expect([timeline.at(null), timeline.at('gone')]).toEqual([-1, -1]);
  });

  it('stands on the chat that is open, and brings it into view', async () => {
    const all = await opened();
    const lanes = all.timeline.rows.filter((row) => row.type === 'lane');
    const last = lanes.at(-1)?.lane.chat.id ?? '';
    const { timeline } = await opened({ chat: last });
    expect(timeline.cursor).toBe(lanes.find((row) => row.lane.chat.id === last)?.key);
    expect(timeline.top).toBeGreaterThan(0);
    expect(timeline.top).toBeLessThan(timeline.at(timeline.cursor) * ROW);
    const lane = timeline.chats.find(({ chat }) => chat.id === last)?.lanes[0];
    expect(timeline.visible?.from).toBeLessThan(lane?.to ?? 0);
    expect(all.timeline.top).toBe(0);
  });

  it('says why there is nothing, and keeps what it has where it cannot be read anew', async () => {
    const { backend, timeline } = await opened({ failing: { activity: 'the disk is slow' } });
    expect([timeline.error, timeline.loaded]).toEqual(['the disk is slow', false]);
    backend.fix();
    void timeline.read();
    await wait();
    expect([timeline.error, timeline.loaded]).toEqual([null, true]);
    vi.spyOn(backend, 'activity').mockRejectedValue(new BackendError('internal', 'odd'));
    void timeline.read();
    await wait();
    expect([timeline.error, timeline.chats.length]).toEqual([null, chats.length]);
  });

  it('shows the answer to the last question, and asks once where hints come faster than answers', async () => {
    const { backend, timeline } = await opened();
    const answers: ((found: Activity) => void)[] = [];
    const asked = vi.spyOn(backend, 'activity').mockImplementation(() => new Promise((r) => answers.push(r)));
    timeline.heard();
    timeline.heard();
    expect(asked).toHaveBeenCalledOnce();
    void timeline.read();
    answers[1]?.({ seq: 3, chats: [] });
    await wait();
    answers[0]?.({ seq: 2, chats: [{ id: chats[0]?.id ?? '', lanes: [] }] });
    await wait();
    expect(timeline.rows).toEqual([]);
    timeline.close();
    timeline.heard();
    expect(asked, 'nobody looks').toHaveBeenCalledTimes(2);
  });
});

describe('an engine that does not answer', () => {
  it('is asked again, and what comes then is stood on as at any first look', async () => {
    const { backend, timeline } = await opened({ failing: { activity: 'odd' } });
    const asked = held(backend, 'activity');
    void timeline.read();
    expect([timeline.loading, timeline.error]).toEqual([true, null]);
    await asked.at(0).fail('nobody answers', 'unreachable');
    expect([timeline.loading, timeline.error, timeline.cursor]).toEqual([false, 'nobody answers', null]);
    backend.fix();
    await wait(1_000);
    await asked.at(1).answer();
    expect([timeline.loaded, timeline.error, timeline.at(timeline.cursor)]).toEqual([
      true,
      null,
      timeline.rows.findIndex((row) => row.type === 'lane'),
    ]);
  });

  it('is left alone when the timeline is closed', async () => {
    const { backend, timeline } = await opened();
    const asked = held(backend, 'activity');
    timeline.heard();
    await asked.at(0).fail('nobody answers', 'unreachable');
    timeline.close();
    await wait(60_000);
    expect([asked.asked, timeline.loading, timeline.chats.length]).toEqual([1, false, chats.length]);
  });
});

describe('the view', () => {
  it('comes nearer and goes away, and ends at all there is', async () => {
    const { timeline } = await opened();
    timeline.fit();
    const all = timeline.visible;
    if (!all) throw new Error('nothing is known');
    timeline.zoom(0.5, all.from);
    const shown = (): View | null => timeline.visible;
    expect(shown()?.from).toBe(all.from);
    expect(widthOf(shown() ?? all)).toBeCloseTo(widthOf(all) / 2);
    timeline.zoom(4, all.from);
    expect([timeline.view, shown()]).toEqual([null, all]);
    for (let i = 0; i < 60; i++) timeline.zoom(0.5, all.to);
    expect(widthOf(shown() ?? all)).toBe(2 * HOUR);
  });

  it('moves by a share of itself, and never to where nothing is', async () => {
    const { timeline } = await opened();
    timeline.spanOf(2 * DAY);
    const before = timeline.visible?.from ?? 0;
    timeline.pan(-0.5);
    expect(timeline.visible?.from).toBe(before - DAY);
    for (let i = 0; i < 500; i++) timeline.pan(1);
    expect(timeline.visible?.from).toBeLessThan(timeline.all?.to ?? 0);
    for (let i = 0; i < 5_000; i++) timeline.pan(-1);
    expect(timeline.visible?.to).toBeGreaterThan(timeline.all?.from ?? Infinity);
  });

  it('of so much time stands at the end, or around what is meant', async () => {
    const { timeline } = await opened();
    timeline.spanOf(DAY);
    const last = Math.max(...timeline.chats.map(({ to }) => to));
    expect((timeline.visible?.from ?? 0) < last && last < (timeline.visible?.to ?? 0)).toBe(true);
    const oldest = timeline.chats.toSorted((a, b) => a.from - b.from)[0]?.lanes[0];
    timeline.spanOf(DAY, oldest);
    expect((timeline.visible?.from ?? 0) <= (oldest?.to ?? 0)).toBe(true);
    expect((timeline.visible?.to ?? 0) >= (oldest?.from ?? 0)).toBe(true);
  });

  it('moves to the row that the cursor goes to, and as much time is in view', async () => {
    const { timeline } = await opened();
    const lanes = timeline.rows.flatMap((row) => (row.type === 'lane' ? [row] : []));
    const oldest = lanes.toSorted((a, b) => a.lane.to - b.lane.to)[0];
    timeline.spanOf(DAY);
    expect(timeline.visible?.from).toBeGreaterThan(oldest?.lane.to ?? Infinity);
    timeline.goTo(oldest);
    expect(timeline.cursor).toBe(oldest?.key);
    expect(widthOf(timeline.visible ?? { from: 0, to: 0 })).toBe(DAY);
    expect(timeline.visible?.from).toBeLessThanOrEqual(oldest?.lane.to ?? 0);
    expect(timeline.visible?.to).toBeGreaterThanOrEqual(oldest?.lane.from ?? Infinity);
    const { view } = timeline;
    timeline.goTo(oldest);
    expect(timeline.view, 'what is in view stays there').toBe(view);
  });

  it('never zooms to an empty range, and opens on none', async () => {
    const { settings, timeline } = await opened();
    const lanes = timeline.chats.flatMap((chat) => chat.lanes);
    const isEmpty = ({ from, to }: View) => !lanes.some((lane) => lane.from <= to && lane.to >= from);
    const ends = lanes
      .map(({ to }) => to + 3 * HOUR)
      .filter((at) => isEmpty({ from: at - HOUR, to: at + HOUR }));
    expect(ends.length).toBeGreaterThan(0);
    for (const at of ends) {
      timeline.fit();
      for (let i = 0; i < 40; i++) timeline.zoom(0.7, at);
      expect(timeline.visible && isEmpty(timeline.visible)).toBe(false);
    }
    timeline.view = { from: (ends[0] ?? 0) - HOUR, to: (ends[0] ?? 0) + HOUR };
    timeline.close();
    const { timeline: again } = await opened({ settings: { timeline: settings.value.timeline } });
    expect(again.visible && isEmpty(again.visible)).toBe(false);
    expect(widthOf(again.visible ?? { from: 0, to: 0 })).toBe(2 * HOUR);
  });

  it('opens where the open chat is, each time', async () => {
    let open = '';
    const backend = fakeBackend({ now, chats });
    const settings = new SettingsState(backend);
    const sidebar = new SidebarState(backend, settings);
    const timeline = new TimelineState(backend, settings, sidebar, () => open);
    void sidebar.load();
    await wait();
    timeline.show();
    await wait();
    const lanes = timeline.rows.flatMap((row) => (row.type === 'lane' ? [row] : []));
    const oldest = lanes.toSorted((a, b) => a.lane.to - b.lane.to)[0];
    timeline.spanOf(DAY);
    timeline.close();
    open = oldest?.lane.chat.id ?? '';
    timeline.show();
    await wait();
    expect(timeline.cursor).toBe(lanes.find((row) => row.lane.chat.id === open)?.key);
    expect(widthOf(timeline.visible ?? { from: 0, to: 0 })).toBe(DAY);
    expect(timeline.visible?.from).toBeLessThanOrEqual(oldest?.lane.to ?? 0);
    expect(timeline.visible?.to).toBeGreaterThanOrEqual(oldest?.lane.from ?? Infinity);
  });

  it('does nothing before anything is known', async () => {
    const { timeline } = await opened({ failing: { activity: 'no' } });
    timeline.zoom(0.5, 0);
    timeline.pan(1);
    timeline.spanOf(DAY);
    expect([timeline.view, timeline.visible, timeline.all]).toEqual([null, null, null]);
  });
});

describe('projects', () => {
  it('are folded one by one, or all at once, and unfolded where all are', async () => {
    const { timeline } = await opened();
    const projects = () => timeline.rows.filter((row) => row.type === 'project');
    const lanes = () => timeline.rows.filter((row) => row.type === 'lane').length;
    const [first] = projects();
    const all = lanes();
    timeline.toggle(first?.key ?? '');
    expect(lanes()).toBeLessThan(all);
    timeline.foldAll();
    expect([lanes(), timeline.cursor]).toEqual([0, first?.key]);
    timeline.foldAll();
    expect(lanes()).toBe(all);
  });
});

describe('a chosen span', () => {
  it('is what the list of chats keeps to until it is left', async () => {
    const { sidebar, timeline } = await opened();
    const newest = timeline.chats.toSorted((a, b) => b.to - a.to)[0];
    timeline.choose({ from: (newest?.to ?? 0) - HOUR, to: newest?.to ?? 0 });
    expect(timeline.chosen.map(({ id }) => id)).toContain(newest?.chat.id);
    const listed = () => sidebar.rows.flatMap((row) => (row.type === 'chat' ? [row.chat.id] : []));
    expect(listed().sort()).toEqual(timeline.chosen.map(({ id }) => id).sort());
    expect(sidebar.span?.name).not.toBe('');
    timeline.choose(null);
    expect([sidebar.span, timeline.chosen]).toEqual([null, []]);
    expect(listed().length).toBeGreaterThan(1);
  });
});

describe('how it was left', () => {
  it('is how it opens the next time', async () => {
    const { settings, timeline } = await opened();
    timeline.spanOf(DAY);
    const { view } = timeline;
    timeline.close();
    const { timeline: again } = await opened({ settings: { timeline: settings.value.timeline } });
    expect(again.view).toEqual({ from: Math.round(view?.from ?? 0), to: Math.round(view?.to ?? 0) });
  });

  it('is not written where nothing has changed', async () => {
    const { settings, timeline } = await opened();
    timeline.close();
    const set = vi.spyOn(settings, 'set');
    timeline.show();
    timeline.close();
    expect(set).not.toHaveBeenCalled();
  });
});
