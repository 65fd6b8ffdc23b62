import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import rawWire from '../../../../testdata/wire/raw.json';
import sidesWire from '../../../../testdata/wire/sides.json';
import { held } from '../../test/held';
import { RawState } from './raw.svelte';

describe('a raw record', () => {
  it('is read part by part, and whole where it is copied', async () => {
    const raw = new RawState(fakeBackend());
    raw.show('s', 'u');
    await vi.waitFor(() => expect(raw.loading).toBe(false));
    expect(raw.text).toHaveLength(20);
    expect(raw.next).toBe(20);
    expect(raw.location).toBe('~/.claude/projects/-p/s.jsonl:7');
    expect(JSON.parse((await raw.whole()) ?? '')).toMatchObject({ uuid: 'u' });
    expect(raw.next).toBe(-1);
  });

  it('says why it cannot be read, and tries again', async () => {
    const backend = fakeBackend();
    const real = backend.raw.bind(backend);
    backend.raw = () => Promise.reject(new Error('gone'));
    const raw = new RawState(backend);
    raw.show('s', 'u');
    await vi.waitFor(() => expect(raw.error).toBe('gone'));
    backend.raw = real;
    await raw.more();
    expect(raw.error).toBeNull();
    expect(raw.text).not.toBe('');
  });

  it('may be one that no row shows', async () => {
    const raw = new RawState(fakeBackend());
    await raw.list('s');
    expect(raw.sides.map((side) => side.ref)).toEqual(['side-0', 'side-1', 'side-a1-0']);
    expect(raw.record).toBe('side-0');
    raw.close();
    expect(raw.text).toBe('');
  });

  it('may be a line that holds no record', async () => {
    const raw = new RawState(fakeBackend());
    await raw.list('s', 'bad');
    expect(raw.sides.map((side) => side.problem)).toEqual(['malformed']);
    expect(raw.record).toBe('side-1');
    raw.show('s', 'u');
    expect([raw.listed, raw.sidesTotal]).toEqual(['none', 0]);
  });

  it('has each part once, and of the record that was chosen last, whichever answer comes first', async () => {
    const backend = fakeBackend();
    const parts = held(backend, 'raw');
    const raw = new RawState(backend);
    raw.show('s', 'first');
    void raw.read('second');
    expect([raw.loading, raw.record, raw.text]).toEqual([true, 'second', '']);
    await parts.at(1).answer();
    await parts.at(0).answer();
    const begun = raw.text;
    expect([raw.loading, raw.next, begun.includes('second')]).toEqual([false, 20, true]);
    void raw.more();
    void raw.more();
    await parts.at(3).answer();
    await parts.at(2).answer();
    expect(JSON.parse(raw.text)).toMatchObject({ uuid: 'second' });
  });

  it('goes on where a part did not come', async () => {
    const backend = fakeBackend();
    const raw = new RawState(backend);
    await raw.read('u');
    const parts = held(backend, 'raw');
    void raw.more();
    await parts.at(0).fail('the file is torn');
    expect([raw.loading, raw.error, raw.text.length]).toEqual([false, 'the file is torn', 20]);
    void raw.more();
    await parts.at(1).answer();
    expect([raw.error, raw.next, JSON.parse(raw.text)]).toMatchObject([null, -1, { uuid: 'u' }]);
  });

  it('is copied whole or not at all', async () => {
    const backend = fakeBackend();
    const raw = new RawState(backend);
    raw.show('s', 'u');
    await vi.waitFor(() => expect(raw.next).toBe(20));
    const parts = held(backend, 'raw');
    const torn = raw.whole();
    await parts.at(0).fail('the file is torn');
    expect([await torn, raw.error]).toEqual([null, 'the file is torn']);
    void raw.more();
    await parts.at(1).answer();
    expect(await raw.whole()).toBe(raw.text);
    for (const leave of [() => void raw.read('other'), () => raw.close()]) {
      parts.free();
      raw.show('s', 'u');
      await vi.waitFor(() => expect(raw.next).toBe(20));
      const late = held(backend, 'raw');
      const left = raw.whole();
      leave();
      await late.at(0).answer();
      expect(await left, 'nothing of another record').toBeNull();
      late.free();
    }
  });

  it('lists what is beside the rows page by page, and goes on where a page did not come', async () => {
    const backend = fakeBackend();
    const pages = held(backend, 'sides');
    const raw = new RawState(backend);
    const side = (ref: string) => ({ ref, type: 'mode', line: 1, bytes: 1 });
    void raw.list('s');
    await pages.at(0).fail('the file is torn');
    expect([raw.error, raw.sides, raw.sidesTotal]).toEqual(['the file is torn', [], -1]);
    void raw.moreSides();
    await pages.at(1).answer({ session: 's', from: 0, total: 2, records: [side('a')] });
    expect([raw.error, raw.sides.length, raw.sidesTotal]).toEqual([null, 1, 2]);
    void raw.moreSides();
    void raw.moreSides();
    await pages.at(3).answer({ session: 's', from: 1, total: 2, records: [side('b')] });
    await pages.at(2).answer({ session: 's', from: 1, total: 2, records: [side('b')] });
    expect(raw.sides.map(({ ref }) => ref)).toEqual(['a', 'b']);
  });

  it('has the wire’s fields', () => {
    expect(JSON.parse(rawWire.text)).toMatchObject({ uuid: rawWire.record });
    expect(sidesWire.records[0]).toMatchObject({ ref: 'side-0', type: 'last-prompt' });
    expect(sidesWire.total).toBe(sidesWire.records.length);
  });
});
