import { describe, expect, it } from 'vitest';
import { SettingsState } from '../settings/settings.svelte';
import { fakeBackend } from '../../lib/backend/fake';
import { LayoutState } from './layout.svelte';

function open(width: number) {
  const settings = new SettingsState(fakeBackend({ now: 0 }));
  const layout = new LayoutState(settings);
  layout.width = width;
  return { layout, settings };
}

describe('the panes', () => {
  it('close and come back as wide as they were', () => {
    const { layout, settings } = open(1440);
    settings.setPane('tree', 420);
    for (const pane of ['sidebar', 'tree'] as const) {
      expect(layout.isOpen(pane)).toBe(true);
      layout.toggle(pane);
      expect(layout.isOpen(pane)).toBe(false);
      expect(settings.value.panes[pane]).toBe(0);
      layout.show(pane);
      layout.show(pane);
      expect(layout.isOpen(pane)).toBe(true);
    }
    expect(settings.value.panes).toMatchObject({ sidebar: 284, tree: 420 });
  });

  it('yield in a narrow window: the chats stand aside until they are asked for', () => {
    const { layout, settings } = open(860);
    expect(layout.sidebarOpen).toBe(false);
    expect(layout.width - layout.tree).toBeGreaterThan(480);
    layout.show('sidebar');
    expect(layout.sidebarOpen).toBe(true);
    // A choice in a narrow window does not apply to a wide one.
    expect(settings.value.panes.sidebar).toBe(284);
    layout.toggle('sidebar');
    expect(layout.sidebarOpen).toBe(false);
    layout.width = 1440;
    expect(layout.sidebarOpen).toBe(true);
  });

  it('take turns in a window that has no room for both beside a thread', () => {
    const { layout, settings } = open(720);
    expect([layout.sidebarOpen, layout.treeOpen]).toEqual([false, true]);
    layout.show('sidebar');
    expect([layout.sidebarOpen, layout.treeOpen]).toEqual([true, false]);
    layout.show('tree');
    expect([layout.sidebarOpen, layout.treeOpen]).toEqual([false, true]);
    layout.toggle('tree');
    layout.show('sidebar');
    // It was closed: it comes back only when it is asked for itself.
    layout.toggle('sidebar');
    expect([layout.sidebarOpen, layout.treeOpen]).toEqual([false, false]);
    layout.show('sidebar');
    layout.show('tree');
    expect([layout.sidebarOpen, layout.treeOpen]).toEqual([false, true]);
    expect(settings.value.panes.tree).toBeGreaterThan(0);
  });

  it('leave a thread its room beside a search', () => {
    for (const width of [720, 860]) {
      const { layout } = open(width);
      expect(width - layout.search - layout.tree).toBeGreaterThan(320);
    }
    const { layout } = open(1440);
    expect(layout.search).toBe(layout.sidebar);
  });

  it('are never as wide as a narrow window', () => {
    const { layout, settings } = open(1000);
    settings.setPane('sidebar', 420);
    settings.setPane('tree', 640);
    expect(layout.sidebar + layout.tree).toBeLessThan(640);
  });
});
