// How long the tree of a large chat takes to be laid out: `npm run bench`. Prints, for each shape of
// tree, the processor time of fold and layout for 5,000 and for 10,000 segments (2,000 sessions), and
// the ratio between the two.
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { build } from 'vite';

/** The modules in one piece, as the window has them: between modules every name costs a look-up. */
async function load(...names) {
  const entry = {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? '\0entry' : null),
    load: (id) =>
      id === '\0entry' ? names.map((name) => `export * from '/src/${name}.ts';`).join('\n') : null,
  };
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

const { foldTree, noFilter, layout, SHAPES, largeChat } = await load(
  'model/tree/fold',
  'model/tree/layout',
  'test/large-chat',
);

/** Segments a measurement, whatever the size of the tree: the collector has run several times in each. */
const WORK = 200_000;
const ROUNDS = 8;

/** Milliseconds of this process's own work, the collector's included; other programs do not count. */
function measure(segments) {
  const times = WORK / segments.length;
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) layout(foldTree(segments, noFilter, new Set()));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}

process.stdout.write('shape        5,000     10,000   ratio\n');
for (const shape of SHAPES) {
  const [small, large] = [largeChat(5_000, shape), largeChat(10_000, shape)];
  measure(large); // warm
  // In turns, so that both see the same machine.
  const pairs = Array.from({ length: ROUNDS }, () => [measure(small), measure(large)]);
  const half = Math.min(...pairs.map((p) => p[0]));
  const whole = Math.min(...pairs.map((p) => p[1]));
  // Of the pairs, not of the best: the machine is not equally fast in all of them.
  const ratios = pairs.map((p) => p[1] / p[0]).sort((a, b) => a - b);
  const ratio = (ratios[ROUNDS / 2 - 1] + ratios[ROUNDS / 2]) / 2;
  const cells = [`${half.toFixed(1)} ms`, `${whole.toFixed(1)} ms`, ratio.toFixed(2)];
  process.stdout.write(
    `${shape.padEnd(9)}${cells.map((cell, i) => cell.padStart(i === 2 ? 8 : 11)).join('')}\n`,
  );
}
