import { afterEach, expect, it, vi } from 'vitest';
import { fakeBackend, type FakeOptions } from '../../lib/backend/fake';
import { FilesState } from './files.svelte';

let end: () => void = () => undefined;
afterEach(() => end());

const at = { session: 's', tip: 't', record: 'r' };

async function opened(options: FakeOptions = {}) {
  const backend = fakeBackend(options);
  const said: string[] = [];
  let files = undefined as unknown as FilesState;
  end = $effect.root(() => {
    files = new FilesState({ backend, say: (text) => said.push(text) });
  });
  await files.show(at);
  return { files, backend, said };
}

it('shows the first changed file, with what the turn did to it', async () => {
  const { files } = await opened();
  expect([files.open, files.file?.path, files.view]).toEqual([true, 'internal/limit/bucket.go', 'turn']);
  expect(files.pair).toBeNull();
  await files.follow();
  expect([files.pair?.before.existed, files.pair?.after.existed]).toEqual([false, true]);
  files.look('since');
  expect(files.pair, 'of another view').toBeNull();
  await files.follow();
  expect(files.pair?.after.text).toContain('25');
});

it('shows what there is of a file: no empty view', async () => {
  const { files } = await opened();
  files.choose('go.mod');
  expect(files.view).toBe('since');
  files.choose('internal/upload/router.go');
  files.look('since');
  expect(files.view).toBe('turn');
  files.look('text');
  expect(files.view).toBe('text');
});

it('saves a file as it was after the turn, and a deleted one as it was before', async () => {
  const { files, backend, said } = await opened();
  await files.save();
  files.choose('docs/old-limits.md');
  await files.save();
  expect(backend.log).toEqual(['save internal/limit/bucket.go after', 'save docs/old-limits.md before']);
  await files.savePatch();
  await files.saveAll();
  expect(said).toEqual([
    'Saved: bucket.go',
    'Saved: old-limits.md',
    'Saved: dendro.patch',
    'Saved: 3 files; left out: 1 file',
  ]);
});

it('says why nothing was saved, and nothing where the person cancelled', async () => {
  const { files, backend, said } = await opened({ failing: { savePatchAt: 'the disk is full' } });
  await files.savePatch();
  expect(said).toEqual(['Not saved: the disk is full']);
  vi.spyOn(backend, 'saveFilesAt').mockResolvedValue({ files: -1, skipped: [] });
  vi.spyOn(backend, 'saveFileAt').mockResolvedValue('');
  await files.saveAll();
  await files.save();
  expect(said).toHaveLength(1);
});

it('counts the files that differ now, of the turn it was asked for', async () => {
  const { files } = await opened();
  expect(files.differing(at)).toBe(0);
  files.count(at);
  await vi.waitFor(() => expect(files.differing(at)).toBe(2));
  expect(files.differing({ ...at, record: 'other' })).toBe(0);
  files.count(null);
  expect(files.differing(at)).toBe(0);
});

it('neither shows nor saves a state that is not known, and says why', async () => {
  const { files, backend } = await opened();
  const read = vi.spyOn(backend, 'fileText');
  files.choose('internal/limit/lost.go');
  await files.follow();
  expect([files.view, files.unknown, files.saved]).toEqual([
    'text',
    'The copy of internal/limit/lost.go is gone',
    null,
  ]);
  await files.save();
  expect(read).not.toHaveBeenCalled();
  expect(backend.log).toEqual([]);
});

it('shows and saves nothing of the turn before while another one is loaded', async () => {
  const { files, backend } = await opened();
  await files.follow();
  let answer: (list: Awaited<ReturnType<typeof backend.filesAt>>) => void = () => undefined;
  const first = files.list;
  vi.spyOn(backend, 'filesAt').mockReturnValue(new Promise((done) => (answer = done)));
  const loading = files.show({ ...at, record: 'other' });
  expect([files.list, files.file]).toEqual([null, null]);
  await Promise.all([files.save(), files.saveAll(), files.savePatch()]);
  expect(backend.log).toEqual([]);
  if (first) answer({ ...first, turn: 7 });
  await loading;
  expect(files.list?.turn).toBe(7);
});
