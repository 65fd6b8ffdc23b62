import { Blob } from 'node:buffer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Languages from './languages';
import type { Language } from './languages';
import type { Coloured, Request } from './protocol';
import { tokenClass } from './protocol';

/** Grammars that do not come the next time they are asked for. */
const failing = new Set<Language>();
const asked: Language[] = [];

/** The worker, as if it ran by itself: what it hears, and what it answers. */
async function started() {
  const ears: ((event: MessageEvent<Request>) => void)[] = [];
  const answers: Coloured[] = [];
  vi.stubGlobal('Blob', Blob); // jsdom's has no stream, by which the engine is unpacked
  vi.stubGlobal('addEventListener', (_: string, hear: (typeof ears)[number]) => ears.push(hear));
  vi.stubGlobal('postMessage', (answer: Coloured) => answers.push(answer));
  vi.doMock('./languages', async (original) => {
    const real = await original<typeof Languages>();
    return {
      loadGrammar: (language: Language) => {
        asked.push(language);
        return failing.delete(language) ? Promise.reject(new Error('gone')) : real.loadGrammar(language);
      },
    };
  });
  await import('./worker');
  const tell = (request: Request) => {
    for (const hear of ears) hear(new MessageEvent('message', { data: request }));
  };
  const answered = (id: number) =>
    vi.waitFor(() => {
      const answer = answers.find((one) => one.id === id);
      if (!answer) throw new Error(`no answer to ${id}`);
      return answer;
    });
  return { tell, answered, answers };
}

/** What of a text has which colour. */
const colours = (text: string, { tokens }: Coloured) =>
  tokens?.map((token) => `${text.slice(token[0], token[0] + token[1])} ${tokenClass(token)}`);

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
});
afterEach(() => {
  vi.doUnmock('./languages');
  vi.unstubAllGlobals();
});

const GO = 'func main() {}';
const PYTHON = 'def f():\n  return "a" # b';

it('answers every question under its own number, by the grammar of its language', async () => {
  const { tell, answered, answers } = await started();
  tell({ id: 7, text: PYTHON, language: 'python' });
  tell({ id: 8, text: GO, language: 'go' });
  const [python, go] = [await answered(7), await answered(8)];
  expect(colours(PYTHON, python)).toEqual(
    expect.arrayContaining(['return tok-keyword', '"a" tok-string', '# b tok-comment']),
  );
  expect(colours(GO, go)).toEqual(expect.arrayContaining(['func tok-keyword', 'main tok-function']));
  expect(answers).toHaveLength(2);
});

it('loads a grammar once, however many questions wait for it', async () => {
  const { tell, answered } = await started();
  for (const id of [1, 2, 3]) tell({ id, text: GO, language: 'go' });
  await Promise.all([1, 2, 3].map(answered));
  expect(asked).toEqual(['go']);
});

it('says where a grammar did not come, forgets that, and has it the next time', async () => {
  failing.add('go');
  const { tell, answered } = await started();
  tell({ id: 1, text: GO, language: 'go' });
  tell({ id: 2, text: PYTHON, language: 'python' });
  expect(await answered(1)).toEqual({ id: 1, tokens: null });
  expect((await answered(2)).tokens?.length, 'others are none the worse').toBeGreaterThan(0);
  tell({ id: 3, text: GO, language: 'go' });
  expect(colours(GO, await answered(3))).toContain('func tok-keyword');
  expect(asked.filter((language) => language === 'go')).toHaveLength(2);
});

it('leaves plain what the theme gives no colour, and has no token over a line’s end', async () => {
  const { tell, answered } = await started();
  tell({ id: 1, text: 'plain words', language: 'diff' });
  expect((await answered(1)).tokens).toEqual([]);
  const text = 'a := `one\ntwo`';
  tell({ id: 2, text, language: 'go' });
  const { tokens } = await answered(2);
  for (const [from, length] of tokens ?? []) expect(text.slice(from, from + length)).not.toContain('\n');
  expect(tokens?.length).toBeGreaterThan(1);
});
