import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import type { FakeOptions } from '../../lib/backend/fake';
import type { Resuming } from '../../lib/backend/types';
import { drawn } from '../../test/inapp';
import SettingsDialog from './SettingsDialog.svelte';

const dialog = () => within(screen.getByRole('dialog', { name: 'Settings' }));
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const field = (name: RegExp) => dialog().getByRole<HTMLTextAreaElement>('textbox', { name });
const choice = (of: string, name: string) =>
  within(dialog().getByRole('group', { name: of })).getByRole('button', { name });
const save = () => button('Save');
/** What became of what was asked for last. */
const said = () => dialog().getAllByRole('status').at(-1);

/** The settings, read and open. */
async function opened(options: FakeOptions = {}) {
  const test = drawn(SettingsDialog, {}, { chats: [], ...options });
  await test.app.settings.load();
  await test.app.history.load();
  test.app.layers.settings = true;
  await screen.findByRole('dialog', { name: 'Settings' });
  await waitFor(() => expect(dialog().getAllByText(/^Found: \//)).toHaveLength(1));
  return test;
}

describe('what the window looks like', () => {
  it('is chosen, with the keyboard at what holds now', async () => {
    const { user, app } = await opened({ settings: { theme: 'light' } });
    await waitFor(() => expect(choice('Theme', 'Light')).toHaveFocus());
    await user.tab();
    await user.keyboard('{Enter}');
    expect(app.settings.value.theme).toBe('dark');
    expect(choice('Theme', 'Dark')).toHaveAttribute('aria-pressed', 'true');
    await user.click(choice('Density', 'Compact'));
    await user.click(choice('Tree rows', 'Dense'));
    await user.click(dialog().getByRole('checkbox', { name: 'Show thinking unfolded' }));
    expect(app.settings.value).toMatchObject({
      density: 'compact',
      treeDensity: 'dense',
      showThinking: true,
    });
  });

  it('is left with Esc', async () => {
    const { user, app } = await opened();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.layers.settings).toBe(false);
  });
});

describe('the Claude directories', () => {
  it('are named, those that are not there too', async () => {
    const root = { path: '/home/ada/.claude', display: '~/.claude', exists: true, error: '' };
    await opened({ roots: [root, { ...root, path: '/mnt/old', display: '/mnt/old', exists: false }] });
    expect(dialog().getByText('~/.claude')).toBeVisible();
    expect(dialog().getByText('/mnt/old (not there)')).toBeVisible();
    expect(dialog().getByText(/keeps sessions for 30 days/)).toBeVisible();
  });

  it('are chosen by the system’s own dialog, and what is kept of them is cleared', async () => {
    const { user, backend } = await opened();
    const chosen = vi.spyOn(backend, 'chooseRoot');
    await user.click(button('Choose folder…'));
    await waitFor(() => expect(chosen).toHaveBeenCalledOnce());
    await user.click(button('Clear cache'));
    await waitFor(() => expect(backend.log).toContain('clear the cache'));
  });
});

describe('what a resume runs', () => {
  it('is kept when the system has asked, an argument a line', async () => {
    const { user, app, backend } = await opened();
    const saved = vi.spyOn(backend, 'saveResuming');
    expect(save()).toBeDisabled();
    await user.type(field(/^Extra options/), '--model{Enter}opus');
    await user.type(field(/^Claude program/), '/opt/claude');
    await waitFor(() => expect(dialog().getByText('Found: /opt/claude')).toBeVisible());
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(said()).toHaveTextContent('Saved'));
    expect(saved.mock.lastCall?.[0]).toMatchObject({
      client: '/opt/claude',
      clientFlags: ['--model', 'opus'],
    });
    expect(app.settings.value.client).toBe('/opt/claude');
    expect(save(), 'nothing is left to be kept').toBeDisabled();
  });

  it('is not kept while it is wrong, and says what is', async () => {
    const { user } = await opened();
    await user.type(field(/^A terminal of your own/), 'foot');
    expect(
      await dialog().findByText(/the custom terminal command needs \{argv...\} exactly once\./),
    ).toBeVisible();
    expect(save()).toBeDisabled();
    await user.type(field(/^A terminal of your own/), '{Enter}{{argv...}');
    await waitFor(() => expect(save()).toBeEnabled());
  });

  it('says so where the person says no to the system, and keeps what is typed', async () => {
    const { user, app, backend } = await opened();
    const { client, clientFlags, customTerminal, pathMap } = app.settings.value;
    vi.spyOn(backend, 'saveResuming').mockResolvedValue({
      ...(await backend.settings()),
      ...({ client, clientFlags, customTerminal, pathMap } satisfies Resuming),
    });
    await user.type(field(/^Extra options/), '--verbose');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(said()).toHaveTextContent('Nothing was changed'));
    expect(field(/^Extra options/)).toHaveValue('--verbose');
  });

  it('goes on elsewhere where sessions are from another machine; half a row is none', async () => {
    const { user, app } = await opened();
    const paths = within(dialog().getByRole('group', { name: 'Directories of other machines' }));
    await user.click(paths.getByRole('button', { name: 'Add' }));
    await user.type(paths.getByRole('textbox', { name: 'There' }), '/Users/ada');
    expect(paths.getByText('a row says only one of the two.')).toBeVisible();
    expect(save()).toBeDisabled();
    await user.type(paths.getByRole('textbox', { name: 'Here' }), '/home/ada');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() =>
      expect(app.settings.value.pathMap).toEqual([{ from: '/Users/ada', to: '/home/ada' }]),
    );
    await user.click(paths.getByRole('button', { name: 'Remove' }));
    expect(paths.queryByRole('textbox')).toBeNull();
  });

  it('is tried in the terminal that is chosen; what went wrong is said', async () => {
    const { user, app, backend } = await opened();
    await user.selectOptions(dialog().getByRole('combobox', { name: 'Terminal' }), 'kitty');
    expect(app.settings.value.terminal).toBe('kitty');
    await user.click(button('Test'));
    await waitFor(() => expect(backend.log).toContain('try kitty'));
    await waitFor(() => expect(said()).toHaveTextContent('Konsole opened: /usr/bin/konsole -e {argv...}'));
    vi.spyOn(backend, 'tryTerminal').mockRejectedValue(new BackendError('internal', 'it ended at once'));
    await user.click(button('Test'));
    await waitFor(() => expect(said()).toHaveTextContent('it ended at once'));
    expect(button('Test')).toBeEnabled();
  });
});
