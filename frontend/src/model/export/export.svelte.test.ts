import { LoneThread } from '../../test/lone.svelte';
import { screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { AppState } from '../app.svelte';
import type { FakeOptions } from '../../lib/backend/fake';
import { fakeBackend } from '../../lib/backend/fake';
import { fakeChats } from '../../lib/backend/fake-chats';
import { held } from '../../test/held';
import { drawn } from '../../test/inapp';
import ExportDialog from '../../panes/export/ExportDialog.svelte';
import type { AgentStep } from '../place/agents';
import { ExportState } from './export.svelte';
import { openBranch } from '../../test/agents';

const now = Date.parse('2026-11-20T14:00:00Z');

async function open(failing: FakeOptions['failing'] = {}) {
  const backend = fakeBackend({ now, failing });
  const leaf = fakeChats(now)[0]?.segments.find((s) => s.leaf);
  if (!leaf) throw new Error('no leaf');
  const thread = new LoneThread(backend);
  const exporting = new ExportState(backend, thread);
  exporting.ask();
  expect(exporting.open).toBe(false); // nothing is open yet
  void thread.open({ session: leaf.session, tip: leaf.tip }, [], 0);
  await vi.waitFor(() => expect(thread.skeleton).not.toBeNull());
  exporting.ask();
  return { backend, thread, exporting, session: leaf.session };
}

const chain = { agent: 'a1', type: 'Explore', model: 'claude-sonnet-4-5' };
const explore = { ref: { agent: 'a1' }, chain, about: 'Find the clients', rows: [40] };
const inline = { ref: { first: 'u9' }, chain: { ...chain, agent: '', first: 'u9' }, about: '', rows: [2] };

describe('the export dialog', () => {
  it('exports what was chosen, says so, and reveals it', async () => {
    const { backend, exporting, session } = await open();
    expect(exporting.open).toBe(true);
    exporting.what = 'chat';
    exporting.format = 'html';
    const running = exporting.run();
    expect(exporting.busy).toBe(true);
    await exporting.run(); // a second click does nothing
    await running;
    expect(exporting.busy).toBe(false);
    expect(exporting.done?.file).toMatch(/\.html$/);
    await exporting.reveal();
    expect(backend.log).toEqual([`export chat of ${session} as html`, 'reveal the export']);
    exporting.forget();
    expect(exporting.done).toBeNull();
  });

  it('exports the agent that is open alone, or the turn of it in view', async () => {
    const { backend, thread, exporting, session } = await open();
    const said = vi.spyOn(backend, 'exportDocument');
    exporting.what = 'turn';
    await thread.enter(explore);
    exporting.ask();
    expect([exporting.what, exporting.whole, exporting.turn]).toEqual(['turn', 'agent', 1]);
    await exporting.run();
    expect(said.mock.lastCall?.[0]).toMatchObject({ session, agent: 'a1', what: 'turn', turn: 1 });
    expect(said.mock.lastCall?.[0]).not.toHaveProperty('agents');
    exporting.what = 'branch';
    await thread.enter(inline);
    exporting.ask();
    await exporting.run();
    exporting.what = 'chat';
    exporting.ask();
    await exporting.run();
    expect(backend.log).toEqual([
      `export turn of a1 in ${session} as md`,
      `export agent of u9 in ${session} as md`,
      `export chat of ${session} as md`,
    ]);
    exporting.what = 'agent';
    await thread.leave(0);
    exporting.ask();
    expect([exporting.what, exporting.whole, exporting.agent]).toEqual(['branch', 'branch', null]);
    await exporting.run();
    expect(backend.log.at(-1)).toBe(`export branch of ${session} as md`);
  });

  it('says why nothing was written', async () => {
    const { exporting } = await open({ exportDocument: 'the disk is full', revealExport: 'gone' });
    await exporting.run();
    expect(exporting.error).toBe('the disk is full');
    expect(exporting.done).toBeNull();
    await exporting.reveal();
    expect(exporting.error).toBe('gone');
  });

  it('is busy with what was asked for until it is written, wherever the reader goes meanwhile', async () => {
    const { backend, thread, exporting, session } = await open();
    const written = held(backend, 'exportDocument');
    void exporting.run();
    await thread.enter(explore);
    exporting.ask();
    void exporting.run();
    expect([exporting.busy, exporting.agent, exporting.done, written.asked]).toEqual([true, null, null, 1]);
    await written.at(0).answer();
    expect([exporting.busy, exporting.done?.file]).toEqual([false, `${session.slice(0, 8)}.md`]);
    exporting.ask();
    expect([exporting.agent?.about, exporting.done], 'the next one is of what is open by then').toEqual([
      explore.about,
      null,
    ]);
  });

  it('writes again what was not written', async () => {
    const { backend, exporting } = await open();
    const written = held(backend, 'exportDocument');
    void exporting.run();
    await written.at(0).fail('the disk is full');
    expect([exporting.busy, exporting.error]).toEqual([false, 'the disk is full']);
    void exporting.run();
    expect([exporting.busy, exporting.error]).toEqual([true, null]);
    await written.at(1).answer();
    expect([exporting.busy, exporting.error, exporting.done?.bytes]).toEqual([false, null, 48_213]);
  });

  it('says nothing where the person chose no place', async () => {
    const { backend, exporting } = await open();
    backend.exportDocument = () => Promise.resolve({ file: '', bytes: 0 });
    await exporting.run();
    expect([exporting.done, exporting.error, exporting.busy]).toEqual([null, null, false]);
  });
});

describe('the export of several chats', () => {
  async function several(failing: FakeOptions['failing'] = {}) {
    const backend = fakeBackend({ now, failing });
    const { chats } = await backend.chats();
    const three = chats.slice(0, 3);
    const { app } = drawn(ExportDialog, {}, { backend }, (app) => {
      app.exporting.format = 'html';
      app.exporting.askSeveral(three);
    });
    await screen.findByRole('dialog', { name: 'Export 3 chats' });
    expect(screen.queryByRole('group', { name: 'Content' }), 'each is exported whole').toBeNull();
    return { app, backend, three, submit: screen.getByRole('button', { name: 'Export…' }) };
  }
  const failed = () => document.querySelectorAll('.error');

  it('writes one document for each to the chosen directory, and says how far it is', async () => {
    const { backend, three, submit } = await several();
    const written = held(backend, 'exportToFolder');
    await userEvent.click(submit);
    await waitFor(() => expect(written.asked).toBe(1));
    await written.at(0).answer();
    expect(await screen.findByText('1 of 3 chats')).toBeVisible();
    await written.at(1).fail('the disk is full');
    await written.at(2).answer();
    expect(await screen.findByText('/home/ada/exports · 2 files · 2.0 KB')).toBeVisible();
    expect(failed()[0]).toHaveTextContent('the disk is full');
    expect(failed()).toHaveLength(1);
    const [a, , c] = three.map((chat) => `export chat of ${chat.newestLeaf} as html to the folder`);
    expect(backend.log).toEqual([a, c]);
  });

  it('stops after the current one when asked to, and writes nothing without a directory', async () => {
    const { app, backend, submit } = await several();
    const written = held(backend, 'exportToFolder');
    await userEvent.click(submit);
    await waitFor(() => expect(written.asked).toBe(1));
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await written.at(0).answer();
    expect([written.asked, app.exporting.busy, app.exporting.done?.bytes]).toEqual([1, false, 1_000]);
    backend.chooseExportFolder = () => Promise.resolve('');
    await app.exporting.run();
    expect([written.asked, app.exporting.done, app.exporting.error]).toEqual([1, null, null]);
  });

  it('names each that failed, and shows no result if all did', async () => {
    const { app, three, submit } = await several({ exportToFolder: 'gone' });
    await userEvent.click(submit);
    await waitFor(() => expect(failed()).toHaveLength(three.length));
    expect(app.exporting.done).toBeNull();
  });
});

describe('what the export dialog offers', () => {
  /** The offered scopes with their sizes. */
  async function offered(...agents: Omit<AgentStep, 'left'>[]) {
    const backend = fakeBackend({ now });
    const chat = fakeChats(now)[0];
    const leaf = chat?.segments.find((s) => s.leaf);
    const prepare = async (app: AppState) => {
      await openBranch(app, chat?.id ?? '', leaf?.session ?? '', leaf?.tip ?? '');
      for (const agent of agents) await app.nav.enter(agent);
      app.exporting.ask();
    };
    drawn(ExportDialog, {}, { backend }, (app) => void prepare(app));
    await screen.findByRole('dialog', { name: 'Export' });
    const choices = screen.getByRole('group', { name: 'Content' }).querySelectorAll('label');
    return { backend, leaf, choices: Array.from(choices, (label) => label.textContent.trim()) };
  }

  it('a turn, the branch and the chat', async () => {
    const { choices } = await offered();
    expect(choices).toEqual([
      expect.stringMatching(/^This turn turn \d+$/),
      expect.stringMatching(/^This branch \d+ turns$/),
      expect.stringMatching(/^Whole chat/),
    ]);
    expect(screen.getByRole('radio', { name: /This branch/ })).toBeChecked();
  });

  it('where agents are open alone, a turn of the innermost, all of it, and the chat', async () => {
    const { backend, leaf, choices } = await offered(explore, inline);
    expect(choices).toEqual(['This turn turn 1', 'This agent 5 rows', expect.stringMatching(/^Whole chat/)]);
    expect(screen.getByRole('radio', { name: /This agent/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /This turn/ })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Export…' }));
    await waitFor(() => expect(backend.log).toContain(`export agent of u9 in ${leaf?.session} as md`));
  });
});
