/** How much of the processor the work below takes on an idle machine, in milliseconds. */
const IDLE = 45;

/**
 * How many times as long as on an idle machine the same work takes on this one just now, at least 1. What others
 * do on it makes even the processor's own count longer: a limit that is no multiple of this fails by itself.
 */
export function slowness(): number {
  const rounds = 5;
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / rounds / IDLE);
}

function work() {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    id: String((i * 7_919) % 20_011),
    text: 'what is a row '.repeat(1 + (i % 5)),
    at: [i, i % 7],
  }));
  const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
  copy.sort((a, b) => a.id.localeCompare(b.id));
}
