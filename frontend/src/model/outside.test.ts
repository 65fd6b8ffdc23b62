import { describe, expect, it, vi } from 'vitest';
import { BackendError } from '../lib/backend/backend';
import { fakeBackend, type FakeOptions } from '../lib/backend/fake';
import { linkText, linkTo } from '../lib/link';
import { Outside } from './outside';

const record = 'c0ffee00-1111-4222-8333-444455556666';

function setup(failing: FakeOptions['failing'] = {}) {
  const backend = fakeBackend({ chats: [], failing });
  const said: string[] = [];
  const nav = { follow: vi.fn(() => Promise.resolve(true)) };
  const search = { start: vi.fn() };
  const outside = new Outside({ backend, nav, search, say: (text) => said.push(text) });
  return { backend, said, nav, search, outside };
}

describe('what leaves the window', () => {
  it('says that it was copied, and what is missing of it', async () => {
    const { backend, said, outside } = setup();
    await outside.copyText('text', 'Row copied');
    await outside.copyText('text', 'Rows copied; one cut');
    expect([backend.log, said]).toEqual([
      ['copy text', 'copy text'],
      ['Row copied', 'Rows copied; one cut'],
    ]);
  });

  it('says why it was not', async () => {
    const failing = { copyText: 'no clipboard', revealSession: 'no file manager', openURL: 'no browser' };
    const { said, outside } = setup(failing);
    await outside.copyText('text', 'Row copied');
    await outside.reveal('s');
    await outside.openURL('https://example.org');
    expect(said).toEqual([
      'Could not copy: no clipboard',
      'Could not show the file: no file manager',
      'Could not open this address: no browser',
    ]);
  });
});

describe('a link that is opened', () => {
  const named = { chat: 'c', session: 'whole-session', record: '' };

  it('leads to what it names: a short id is a whole one there', async () => {
    const { backend, nav, search, outside } = setup();
    vi.spyOn(backend, 'named').mockResolvedValue(named);
    const link = linkTo('whole', record, { find: 'x' });
    expect(await outside.open(linkText(link))).toBe(true);
    expect(nav.follow).toHaveBeenCalledExactlyOnceWith('c', { ...link, session: 'whole-session' });
    expect(search.start).not.toHaveBeenCalled();
  });

  it('leads to the record that its id belongs to, where it names none itself', async () => {
    const { backend, nav, outside } = setup();
    vi.spyOn(backend, 'named').mockResolvedValue({ ...named, record });
    await outside.open('dendro://c0ffee00');
    expect(nav.follow.mock.lastCall).toMatchObject(['c', { record }]);
  });

  it('opens its search after the place is reached', async () => {
    const { backend, nav, search, outside } = setup();
    vi.spyOn(backend, 'named').mockResolvedValue(named);
    const order: string[] = [];
    nav.follow.mockImplementation(() => Promise.resolve(order.push('place') > 0));
    search.start.mockImplementation((query: string) => order.push(query));
    await outside.open(linkText(linkTo('s', '', { search: 'bucket' })));
    expect(order).toEqual(['place', 'bucket']);
  });

  it('says so if it leads nowhere, or is no link', async () => {
    const { backend, said, nav, outside } = setup();
    const asked = vi
      .spyOn(backend, 'named')
      .mockRejectedValue(new BackendError('not-found', 'there is no such id'));
    expect(await outside.open('dendro://gone')).toBe(true);
    expect(said).toEqual(['Could not open the link: there is no such id']);
    expect(await outside.open('https://example.org')).toBe(false);
    expect(said.at(-1)).toBe('“https://example.org” is not a link to a chat');
    expect([asked.mock.calls.length, nav.follow.mock.calls.length]).toEqual([1, 0]);
  });
});
