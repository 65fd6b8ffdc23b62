import { screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeBackend, type FakeBackend } from '../../lib/backend/fake';
import type { Row } from '../../lib/backend/types';
import { held } from '../../test/held';
import { WholeTexts } from './whole-texts.svelte';
import { drawn } from '../../test/inapp';
import RowView from '../../panes/thread/RowView.svelte';

const KINDS = ['prompt', 'command', 'reply', 'thinking', 'notice', 'compaction'] as const;

const cut = (kind: (typeof KINDS)[number]): Row => ({
  kind,
  text: 'The beginning of it',
  uuid: 'u1',
  block: 1,
  time: '',
  index: 0,
  turn: 1,
  truncated: 70_000,
});

/** Renders an expanded row. */
const show = (backend: FakeBackend, row: Row) =>
  drawn(
    RowView,
    { row, id: 'r0', session: 's1', project: '/home/ada/projects/garden' },
    { backend },
    (app, _keys, cards) => {
      app.thread.opened.toggle('r0', true);
      void cards.load();
    },
  );

describe('a text that was cut from its page', () => {
  it.each(KINDS)('says so and is loaded: %s', async (kind) => {
    const backend = fakeBackend({ chats: [] });
    const text = vi.spyOn(backend, 'blockText');
    show(backend, cut(kind));
    await userEvent.click(screen.getByRole('button', { name: 'Load all (70 KB more)' }));
    expect(text).toHaveBeenCalledExactlyOnceWith('s1', 'u1', 1);
    expect(await screen.findByText(/the whole text of u1/)).toBeVisible();
    expect(screen.queryByText(/Load all/)).toBeNull();
  });

  it('says why it could not be loaded', async () => {
    const backend = fakeBackend({ chats: [], failing: { blockText: 'the file is gone' } });
    show(backend, cut('reply'));
    await userEvent.click(screen.getByRole('button', { name: /70 KB more/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('the file is gone');
  });

  it('is copied whole, as is a result', async () => {
    const backend = fakeBackend({ chats: [] });
    const tool = { id: 't', name: 'Bash', status: 'ok', input: {}, result: 'a', images: 0 } as const;
    const row: Row = {
      ...cut('reply'),
      kind: 'tool',
      tool: { ...tool, input: {}, truncated: 9_000, resultUuid: 'u2' },
    };
    show(backend, row);
    await userEvent.click(await screen.findByRole('button', { name: 'Copy result' }));
    await vi.waitFor(() => expect(backend.log).toContain('copy the whole text of u2'));
  });
});

describe('an engine that is slow or fails', () => {
  const row = (block: number) => ({ ...cut('reply'), block }) as Exclude<Row, { kind: 'tool' }>;
  function setup() {
    const backend = fakeBackend({ chats: [] });
    return { asked: held(backend, 'blockText'), texts: new WholeTexts(backend) };
  }

  it('shows the beginning until the whole is there, and asks for it once', async () => {
    const { asked, texts } = setup();
    void texts.load('s', row(1));
    void texts.load('s', row(1));
    expect([asked.asked, texts.of(row(1)), texts.missing(row(1))]).toEqual([1, row(1).text, 70_000]);
    await asked.at(0).answer('all of it');
    expect([texts.of(row(1)), texts.missing(row(1)), texts.error(row(1))]).toEqual(['all of it', 0, null]);
  });

  it('has each text in its own place, whichever answer comes first', async () => {
    const { asked, texts } = setup();
    void texts.load('s', row(1));
    void texts.load('s', row(2));
    await asked.at(1).answer('two');
    expect([texts.of(row(1)), texts.of(row(2))]).toEqual([row(1).text, 'two']);
    await asked.at(0).answer('one');
    expect([texts.of(row(1)), texts.of(row(2))]).toEqual(['one', 'two']);
  });

  it('says of one text why it did not come, until it does', async () => {
    const { asked, texts } = setup();
    void texts.load('s', row(1));
    await asked.at(0).fail('the file is torn');
    expect([texts.error(row(1)), texts.error(row(2)), texts.missing(row(1))]).toEqual([
      'the file is torn',
      null,
      70_000,
    ]);
    void texts.load('s', row(1));
    await asked.at(1).answer('all of it');
    expect([texts.error(row(1)), texts.of(row(1))]).toEqual([null, 'all of it']);
    texts.forget();
    expect(texts.missing(row(1)), 'texts are large').toBe(70_000);
  });
});
