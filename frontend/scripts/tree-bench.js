// How long the tree of a large chat takes to be laid out: `npm run bench`. Prints, for each shape of
// tree, the processor time of fold and layout for 5,000 and for 10,000 segments (2,000 sessions), and
// the ratio between the two.
import process from 'node:process';
import { runnerImport } from 'vite';

const load = async (name) => (await runnerImport(`./src/features/tree/${name}.ts`)).module;
const [{ foldTree, noFilter }, { layout }, { SHAPES, largeChat }] = await Promise.all(
  ['fold', 'layout', 'large'].map(load),
);

const BATCH = 10;
const ROUNDS = 8;

/** Milliseconds of this process's own work, the collector's included; other programs do not count. */
function measure(segments) {
  const start = process.cpuUsage();
  for (let i = 0; i < BATCH; i++) layout(foldTree(segments, noFilter, new Set()));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / BATCH;
}

process.stdout.write('shape        5,000     10,000   ratio\n');
for (const shape of SHAPES) {
  const [small, large] = [largeChat(5_000, shape), largeChat(10_000, shape)];
  measure(large); // warm
  // In turns, so that both see the same machine.
  const pairs = Array.from({ length: ROUNDS }, () => [measure(small), measure(large)]);
  const half = Math.min(...pairs.map((p) => p[0]));
  const whole = Math.min(...pairs.map((p) => p[1]));
  const cells = [`${half.toFixed(1)} ms`, `${whole.toFixed(1)} ms`, (whole / half).toFixed(2)];
  process.stdout.write(
    `${shape.padEnd(9)}${cells.map((cell, i) => cell.padStart(i === 2 ? 8 : 11)).join('')}\n`,
  );
}
