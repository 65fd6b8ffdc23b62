import { expect, it, vi } from 'vitest';
import { type Backend, BackendError } from '../../lib/backend/backend';
import type { ChatTree, SearchHit } from '../../lib/backend/types';
import { openedTree } from '../../test/opened';
import { HitTrees } from './trees.svelte';

const hit = (chat: string) => ({ chat, session: chat }) as SearchHit;

/** Trees with requests that are answered on demand. */
async function opened() {
  const { backend, chats } = await openedTree();
  const tree = await backend.chat(chats[0]?.id ?? '');
  let why: BackendError['code'] = 'not-found';
  const answers: ((tree: ChatTree | null) => void)[] = [];
  const chat = vi.fn(
    (id: string) =>
      new Promise<ChatTree>((resolve, reject) =>
        answers.push((found) => (found ? resolve({ ...found, id }) : reject(new BackendError(why, id)))),
      ),
  );
  const trees = new HitTrees({ chat } as unknown as Backend);
  return { trees, tree, chat, answers, fail: (code: BackendError['code']) => (why = code) };
}

it('looks up one chat after the other, each once', async () => {
  const { trees, tree, chat, answers } = await opened();
  const done = trees.follow(['a', 'b']);
  expect(chat.mock.calls.map(([id]) => id)).toEqual(['a']);
  answers[0]?.(tree);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(null);
  await done;
  await trees.follow(['b', 'a']);
  expect(chat, 'nor what is gone a second time').toHaveBeenCalledTimes(2);
  expect(trees.of(hit('b'))).toBeNull();
});

it('leaves off where another answer came, and takes nothing of what was asked before', async () => {
  const { trees, tree, chat, answers } = await opened();
  const before = trees.follow(['a', 'b']);
  const after = trees.follow(['c']);
  answers[0]?.(tree);
  answers[1]?.(tree);
  await Promise.all([before, after]);
  expect(chat.mock.calls.map(([id]) => id)).toEqual(['a', 'c']);
  await trees.follow(['c']);
  expect(chat).toHaveBeenCalledTimes(2);
});

it('asks again for what could not be read', async () => {
  const { trees, chat, answers, fail } = await opened();
  fail('unreachable');
  const done = trees.follow(['a']);
  answers[0]?.(null);
  await done;
  void trees.follow(['a']);
  expect(chat).toHaveBeenCalledTimes(2);
});

it('asks anew when the history went on', async () => {
  const { trees, tree, chat, answers } = await opened();
  const done = trees.follow(['a']);
  answers[0]?.(tree);
  await done;
  trees.forget();
  void trees.follow(['a']);
  expect(chat).toHaveBeenCalledTimes(2);
});
