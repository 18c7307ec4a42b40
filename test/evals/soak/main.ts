/**
 * `npm run soak`: five minutes under mixed load and faults, and whether memory stays flat. `--seconds N` for another time,
 * `--write` to put the table into docs/reliability.md.
 */
import { parseArgs } from 'node:util';
import { circumstances, circumstancesText } from '../bench/measuring/machine.ts';
import { writeBetween } from '../hostile/reliability-page.ts';
import { endsOf } from './flat.ts';
import { type Soaked, soak } from './soak.ts';

const circumstancesBefore = circumstancesText(circumstances());

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, write: { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);

const soaked = await soak({
  seconds,
  // Every half minute, and often enough in a short one.
  looks: Math.max(10, Math.round(seconds / 30)),
  progress: ({ name, seconds: at, requests, heap, rss, handles }) =>
    process.stderr.write(
      `${String(at).padStart(4)} s  ${name.padEnd(22)} ${String(requests).padStart(7)} done  heap ${mb(heap)}  RSS ${mb(rss)}  ${handles} handles\n`,
    ),
});

const table = [summaryOf(soaked), ...soaked.map(courseOf)].join('\n\n');
process.stdout.write(`${table}\n`);
for (const { name, errors, isClosed } of soaked) {
  for (const error of errors) process.stderr.write(`${name}: ${error}\n`);
  if (!isClosed) process.stderr.write(`${name}: handles stay open\n`);
}
if (values.write) writeBetween('soak', `${circumstancesBefore} ${seconds} seconds.\n\n${table}`);
process.exitCode = soaked.every(isSound) ? 0 : 1;

function summaryOf(all: readonly Soaked[]): string {
  const rows = all.map((one) => {
    const { start, end } = endsOf(one.looks.map(({ heap, rss }) => heap ?? rss));
    const isSeen = one.looks.every(({ heap }) => heap !== null);
    const last = one.looks.at(-1);
    const cells = [
      one.name,
      last?.requests,
      one.errors.length,
      isSeen ? 'heap' : 'RSS',
      ...[mb(start), mb(end)],
      isSound(one) ? 'flat' : 'NOT FLAT',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| what | requests, or runs | errors | looked at | first third, MB | last third, MB | memory |',
    '|---|--:|--:|---|--:|--:|---|',
    ...rows,
  ].join('\n');
}

function courseOf({ name, looks }: Soaked): string {
  const rows = looks.map(({ seconds: at, requests, heap, rss, handles }) =>
    [at, requests, mb(heap), mb(rss), handles].join(' | '),
  );
  return [
    `${name}:`,
    '',
    '| seconds | done | heap after GC, MB | RSS, MB | handles |',
    '|--:|--:|--:|--:|--:|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

function isSound({ isFlat, isClosed, errors }: Soaked): boolean {
  return isFlat && isClosed && errors.length === 0;
}

function mb(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}
