import { screen, waitFor, within } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../../lib/backend/backend';
import wire from '../../../../testdata/wire/about.json';
import type { FakeOptions } from '../../lib/backend/fake';
import type { Resuming } from '../../lib/backend/types';
import { linkText } from '../../lib/link';
import { drawn, drawnOpen } from '../../test/inapp';
import SettingsDialog from './SettingsDialog.svelte';

const dialog = () => within(screen.getByRole('dialog', { name: 'Settings' }));
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const field = (name: RegExp) => dialog().getByRole<HTMLTextAreaElement>('textbox', { name });
const choice = (of: string, name: string) =>
  within(dialog().getByRole('group', { name: of })).getByRole('button', { name });
const save = () => button('Save');
/** The result of the last save or test. */
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
    await user.click(choice('Tree density', 'Dense'));
    await user.click(dialog().getByRole('checkbox', { name: 'Expand thinking' }));
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

describe('the language', () => {
  const language = () => dialog().getByRole<HTMLSelectElement>('combobox', { name: 'Language' });

  /** The settings over an open thread, with the order of saves and reloads. */
  async function openedOnThread() {
    const order: string[] = [];
    const test = await drawnOpen(SettingsDialog, { reload: () => order.push('reload') });
    const { backend } = test;
    test.app.layers.settings = true;
    await screen.findByRole('dialog', { name: 'Settings' });
    test.app.settings.set({ lastPlace: '' });
    await test.app.settings.flush();
    const save = backend.saveSettings.bind(backend);
    const saved = vi.spyOn(backend, 'saveSettings').mockImplementation(async (settings) => {
      await save(settings);
      order.push('saved');
    });
    return { ...test, order, saved };
  }

  it('is offered by its own name, or left to the system', async () => {
    await opened({ settings: { language: 'ja' } });
    expect(Array.from(language().options, (option) => [option.value, option.text])).toEqual([
      ['', 'System default'],
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['ja', '日本語'],
      ['zh', '简体中文'],
    ]);
    expect(language()).toHaveValue('ja');
  });

  it('loads the page again once it is saved, at the place that is open', async () => {
    const { user, app, backend, order } = await openedOnThread();
    await user.selectOptions(language(), 'Deutsch');
    await waitFor(() => expect(order).toContain('reload'));
    expect(order.indexOf('reload'), 'everything is saved before').toBe(order.length - 1);
    const { lastPlace, ...saved } = await backend.settings();
    expect(saved.language).toBe('de');
    expect(app.nav.link).not.toBeNull();
    expect(lastPlace).toBe(app.nav.link && linkText(app.nav.link));
  });

  it('stays where it could not be saved', async () => {
    const { user, app, order, saved } = await openedOnThread();
    saved.mockRejectedValue(new BackendError('internal', 'the disk is full'));
    await user.selectOptions(language(), 'Deutsch');
    await waitFor(() => expect(app.settings.error).toBe('the disk is full'));
    await app.settings.flush();
    expect(order).toEqual([]);
  });
});

describe('about Dendro', () => {
  it('has the version, and the licenses', async () => {
    const { user, backend } = await opened();
    vi.spyOn(backend, 'about').mockResolvedValue(wire);
    const version = () => dialog().queryByText('Version')?.nextElementSibling?.textContent;
    expect(version()).toBeUndefined();
    await user.click(dialog().getByText('About Dendro'));
    await waitFor(() => expect(version()).toBe(wire.version));
    expect(dialog().getByText(wire.commit)).toBeVisible();
    await user.click(dialog().getByText('Licenses', { selector: 'summary' }));
    expect(dialog().getByRole('region', { name: 'Licenses' })).toHaveTextContent('Copyright (c) its authors');
    await user.click(button('Copy details'));
    const { version: number, commit, go, system } = wire;
    await waitFor(() => expect(backend.log).toContain(`copy Dendro ${number} ${commit} ${go} ${system}`));
  });

  it('can be loaded again after an error', async () => {
    const { user, backend } = await opened({ failing: { about: 'the disk is gone' } });
    await user.click(dialog().getByText('About Dendro'));
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'Could not load version information: the disk is gone',
    );
    backend.fix();
    await user.click(button('Retry'));
    expect(await dialog().findByText('Version')).toBeVisible();
  });
});

describe('the Claude directories', () => {
  it('are named, those that are not there too', async () => {
    const root = {
      path: '/home/ada/.claude',
      display: '~/.claude',
      exists: true,
      archived: false,
      error: '',
    };
    const old = { ...root, path: '/mnt/old', display: '/mnt/old', exists: false, added: true };
    const { user, app } = await opened({ roots: [root, old] });
    expect(dialog().getByRole('textbox', { name: 'Name of ~/.claude' })).toBeVisible();
    expect(dialog().getByText(/^Not found\. It appears/)).toBeVisible();
    await user.type(dialog().getByRole('textbox', { name: 'Name of /mnt/old' }), 'Laptop{Tab}');
    await waitFor(() => expect(app.history.ownRoots[1]?.name).toBe('Laptop'));
    const [, color] = dialog().getAllByRole('button', { name: 'Color' }) as [HTMLElement, HTMLElement];
    await user.click(color);
    await waitFor(() => expect(app.history.ownRoots[1]?.color).toBe('blue'));
    const [, shown] = dialog().getAllByRole('checkbox', { name: 'Show its chats' }) as [
      HTMLElement,
      HTMLElement,
    ];
    await user.click(shown);
    await waitFor(() => expect(app.history.ownRoots[1]?.hidden).toBe(true));
    expect(app.history.rootOf(undefined), 'only one is shown').toBeNull();
    await user.click(button('Remove from the list; its files stay'));
    await waitFor(() => expect(app.history.ownRoots).toHaveLength(1));
    expect(dialog().getByText(/keeps sessions for 30 days/)).toBeVisible();
  });

  it('are chosen by the system’s own dialog, and what is kept of them is cleared', async () => {
    const { user, backend } = await opened();
    const chosen = vi.spyOn(backend, 'chooseRoot');
    await user.click(button('Choose directory…'));
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
    await user.type(field(/^Extra arguments/), '--model{Enter}opus');
    await user.type(field(/^Claude executable/), '/opt/claude');
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
    await user.type(field(/^Custom terminal/), 'foot');
    expect(
      await dialog().findByText(/The custom terminal command must contain \{argv...\} exactly once/),
    ).toBeVisible();
    expect(save()).toBeDisabled();
    await user.type(field(/^Custom terminal/), '{Enter}{{argv...}');
    await waitFor(() => expect(save()).toBeEnabled());
  });

  it('says so where the person says no to the system, and keeps what is typed', async () => {
    const { user, app, backend } = await opened();
    const { client, clientFlags, customTerminal, pathMap } = app.settings.value;
    vi.spyOn(backend, 'saveResuming').mockResolvedValue({
      ...(await backend.settings()),
      ...({ client, clientFlags, customTerminal, pathMap } satisfies Resuming),
    });
    await user.type(field(/^Extra arguments/), '--verbose');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(said()).toHaveTextContent('No changes saved'));
    expect(field(/^Extra arguments/)).toHaveValue('--verbose');
  });

  it('goes on elsewhere where sessions are from another machine; half a row is none', async () => {
    const { user, app } = await opened();
    const paths = within(dialog().getByRole('group', { name: 'Path mapping' }));
    await user.click(paths.getByRole('button', { name: 'Add' }));
    await user.type(paths.getByRole('textbox', { name: 'Path in sessions' }), '/Users/ada');
    expect(paths.getByText('Enter both paths')).toBeVisible();
    expect(save()).toBeDisabled();
    await user.type(paths.getByRole('textbox', { name: 'Path on this computer' }), '/home/ada');
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

describe('the archive', () => {
  it('says what it holds, and keeps what is chosen', async () => {
    const { user, app } = await opened();
    expect(await dialog().findByText(/24 sessions, 6\.7 MB in ~/)).toBeVisible();
    expect(dialog().getByText(/3 of them exist nowhere else/)).toBeVisible();
    await user.click(choice('Archive', 'All'));
    expect(app.settings.value.keep).toBe('all');
    const limit = dialog().getByRole('spinbutton', { name: /^Size limit in GB/ });
    await user.clear(limit);
    await user.type(limit, '20');
    await user.tab();
    await waitFor(() => expect(app.settings.value.keepLimit).toBe(20));
  });

  it('says why sessions could not be kept', async () => {
    await opened({ archiveProblem: 'The archive has reached its size limit' });
    expect(await dialog().findByText(/could not be kept: The archive has reached/)).toBeVisible();
  });

  it('is not there for a demo', async () => {
    await opened({ demo: true });
    expect(dialog().queryByRole('group', { name: 'Archive' })).toBeNull();
  });
});
