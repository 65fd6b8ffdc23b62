import type { FakeChat } from './fake-history';
import type { Details } from './types';

/** Details of every chat; the numbers of files differ. */
export function fakeDetails(chats: readonly FakeChat[]): Details {
  return {
    seq: 1,
    chats: chats.map(({ id, sessions }, i) => {
      const newest = sessions.at(-1);
      return {
        ...{ id, model: newest?.model ?? '', version: newest?.version ?? '', entrypoint: 'cli' },
        ...{ relation: newest?.relation ?? 'root', files: (i * 7) % 5 },
        ...{ tokens: 1000 + i * 37, cost: i / 4, unpriced: 0 },
      };
    }),
  };
}
