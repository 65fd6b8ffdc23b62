import { describe, expect, it, vi } from 'vitest';
import { fakeBackend } from '../../lib/backend/fake';
import rawWire from '../../../../testdata/wire/raw.json';
import sidesWire from '../../../../testdata/wire/sides.json';
import { RawState } from './raw.svelte';

describe('a raw record', () => {
  it('is read part by part, and whole where it is copied', async () => {
    const raw = new RawState(fakeBackend());
    raw.show('s', 'u');
    await vi.waitFor(() => expect(raw.loading).toBe(false));
    expect(raw.text).toHaveLength(20);
    expect(raw.next).toBe(20);
    expect(JSON.parse(await raw.whole())).toMatchObject({ uuid: 'u' });
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

  it('has the wire’s fields', () => {
    expect(JSON.parse(rawWire.text)).toMatchObject({ uuid: rawWire.record });
    expect(sidesWire.records[0]).toMatchObject({ ref: 'side-0', type: 'last-prompt' });
    expect(sidesWire.total).toBe(sidesWire.records.length);
  });
});
